// Lessons are found by their texts in the desktop app, and only there.
import { MantineProvider } from "@mantine/core";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { createQueryClient } from "web-shared/api/query";
import type { Role } from "web-shared/api/session";
import { Provider } from "web-shared/ui/Provider";
import { browser } from "../../platform/browser";
import { runOn } from "../../platform/platform";
import type { App } from "../../platform/types";
import { SearchBox } from "./SearchBox";

const LESSON = {
  place: "/course/modules/5?module=51&chapter=61&lesson=71",
  title: "Au marché",
  course: "Italien A1",
  chapter: "Faire ses courses",
  excerpt: "…une crème brûlée et deux cafés…",
};

const EDITOR: Role = "EDITOR";

afterEach(() => runOn(browser));

function open() {
  Element.prototype.scrollIntoView ??= () => {}; // jsdom has none
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => Response.json([]));
  const routes = [
    { path: "/", element: <SearchBox pages={[]} role={EDITOR} /> },
    { path: "/course/modules/:id", element: <h1>Le cours</h1> },
  ];
  render(
    <MantineProvider>
      <Provider queries={createQueryClient()}>
        <RouterProvider router={createMemoryRouter(routes)} />
      </Provider>
    </MantineProvider>,
  );
  return { user: userEvent.setup(), box: screen.getByRole("combobox") };
}

test("a lesson of the copy is found by its text and opens", async () => {
  const lessons = vi.fn(async () => [LESSON]);
  runOn({ ...browser, app: { lessons, on: () => () => {} } as unknown as App });
  const { user, box } = open();
  await user.type(box, "brulee");
  const group = await screen.findByRole("group", { name: "Leçons" });
  expect(group.textContent).toContain("Au marchéItalien A1 · Faire ses courses");
  expect(within(group).getByText("brûlée").tagName).toBe("MARK");
  expect(lessons).toHaveBeenCalledWith("brulee");
  await user.click(within(group).getByRole("option"));
  expect(await screen.findByRole("heading", { name: "Le cours" })).toBeTruthy();
});

test("a browser asks for no lessons", async () => {
  const { user, box } = open();
  await user.type(box, "brulee");
  expect(await screen.findByText("Rien ne correspond à « brulee ».")).toBeTruthy();
});

test("the letter right after the shortcut is in the field", async () => {
  const { user, box } = open();
  await user.keyboard("/brulee");
  expect(box).toHaveProperty("value", "brulee");
});
