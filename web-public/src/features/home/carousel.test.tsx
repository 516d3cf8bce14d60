// The testimonials: what turns them, what is read out; and the looks of none, few and failed.
import { act, fireEvent, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { createQueryClient } from "web-shared/api/query";
import { Provider } from "web-shared/ui/Provider";
import type { Comment } from "./api";
import { Carousel } from "./Carousel";
import { Testimonials } from "./Testimonials";

function comment(id: number): Comment {
  return {
    id,
    rating: 4,
    message: `Message ${id}`,
    author: `Ana ${id}.`,
    courseId: 1,
    courseName: "Italien A2",
    courseType: "IN_PERSON",
    language: "it",
    level: "A2",
    verified: id === 1,
    active: true,
    version: 1,
    createdAt: "2026-10-01T10:00:00.000Z",
  };
}

const comments = [1, 2, 3, 4].map(comment);

function open() {
  render(
    <Provider queries={createQueryClient()}>
      <Carousel comments={comments} />
    </Provider>,
  );
}

function inTheMiddle(): string | null {
  return screen.getByRole("tab", { selected: true }).getAttribute("aria-label");
}

beforeEach(() => {
  vi.useRealTimers();
});

test("nothing moves by itself", () => {
  vi.useFakeTimers();
  open();
  act(() => vi.advanceTimersByTime(60_000));
  expect(inTheMiddle()).toBe("Témoignage 2 sur 4, Ana 2.");
  fireEvent.click(screen.getByRole("button", { name: "Témoignage suivant" }));
  expect(inTheMiddle()).toBe("Témoignage 3 sur 4, Ana 3.");
  act(() => vi.advanceTimersByTime(60_000));
  expect(inTheMiddle()).toBe("Témoignage 3 sur 4, Ana 3.");
});

test("keys move it, the focus follows on the dots, and the new words are read out", async () => {
  open();
  const user = userEvent.setup();
  await user.click(screen.getByRole("tab", { selected: true }));
  await user.keyboard("{ArrowRight}");
  expect(inTheMiddle()).toBe("Témoignage 3 sur 4, Ana 3.");
  expect(document.activeElement).toBe(screen.getByRole("tab", { selected: true }));
  await user.keyboard("{End}{ArrowRight}");
  expect(inTheMiddle()).toBe("Témoignage 1 sur 4, Ana 1.");
  expect(document.querySelector("[aria-live=polite]")?.textContent).toContain("Message 1");
  const slide = screen.getByRole("tabpanel", { name: "Témoignage 1 sur 4" });
  expect(within(slide).getByRole("img", { name: "4 étoiles sur 5" })).toBeTruthy();
  expect(within(slide).getByText("Avis vérifié")).toBeTruthy();
  expect(within(slide).getByText("Italien A2, en présentiel")).toBeTruthy();
});

test.each([
  ["none: nothing stands there", [], null, 0],
  ["two: they stand still", comments.slice(0, 2), "Ce qu’on en dit à la sortie", 0],
  ["four: they turn", comments, "Ce qu’on en dit à la sortie", 4],
])("%s", async (_, answer, title, tabs) => {
  const fetched = vi.fn(async () => Response.json(answer));
  vi.stubGlobal("fetch", fetched);
  render(
    <Provider queries={createQueryClient()}>
      <Testimonials />
    </Provider>,
  );
  if (answer[0]) await screen.findByText(/Message 1/);
  else await vi.waitFor(() => expect(screen.queryByRole("region")).toBeNull());
  expect(screen.queryByRole("heading", { level: 2 })?.textContent ?? null).toBe(title);
  expect(screen.queryAllByRole("tab")).toHaveLength(tabs);
});
