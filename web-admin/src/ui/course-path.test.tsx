// The way of a course to its publication.
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import { createQueryClient } from "web-shared/api/query";
import { Provider } from "web-shared/ui/Provider";
import { CoursePath } from "./CoursePath";
import type { WholeCourse } from "./publishing";

const course = {
  id: 1,
  name: "Café du mercredi",
  status: "DRAFT",
  modules: [{ id: 1, title: "Al bar", chapters: [] }],
} as unknown as WholeCourse;

const queries = createQueryClient();

const shown = (course: WholeCourse) => (
  <Provider queries={queries}>
    <MemoryRouter>
      <main id="main" tabIndex={-1}>
        <CoursePath course={course} />
      </main>
    </MemoryRouter>
  </Provider>
);

test("once the course is published the way is gone, and the focus is on its page", () => {
  const { rerender } = render(shown(course));
  screen.getByRole("button", { name: "Publier « Café du mercredi »" }).focus();
  const [module] = course.modules;
  const written = { ...module, chapters: [{ lessonCount: 1 }] };
  rerender(shown({ ...course, status: "PUBLISHED", modules: [written] } as WholeCourse));
  expect(screen.queryByRole("button")).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole("main"));
});

test("who does not publish after all is back at the button that asked", async () => {
  vi.stubGlobal("fetch", async () => Response.json(course));
  render(shown(course));
  const publish = screen.getByRole("button", { name: "Publier « Café du mercredi »" });
  await userEvent.click(publish);
  await screen.findByRole("dialog");
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(document.activeElement).toBe(publish);
});
