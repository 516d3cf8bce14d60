// What the school alone can do with a course, while the desktop app cannot reach it.
import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import type { Course } from "web-shared/api/courses";
import { createQueryClient } from "web-shared/api/query";
import { Provider } from "web-shared/ui/Provider";
import { browser } from "../../platform/browser";
import type { Connection, State } from "../../platform/local";
import { runOn } from "../../platform/platform";
import { stateQuery } from "../../platform/state";
import type { App } from "../../platform/types";
import { SchoolButton } from "../../ui/SchoolOnly";
import { CourseActions } from "./CourseActions";

const AWAY = "Il faut le réseau : possible une fois de nouveau en ligne.";
const COURSE = { id: 7, name: "Il caffè", status: "PUBLISHED", slug: "il-caffe" } as Course;

afterEach(() => runOn(browser));

/** In the app while it has this connection; in a browser without one. */
function open(what: React.ReactNode, connection?: Connection) {
  const queries = createQueryClient();
  const state = { connection } as State;
  if (connection) runOn({ ...browser, app: { state: async () => state } as unknown as App });
  if (connection) queries.setQueryData(stateQuery.queryKey, state);
  const calls = vi.spyOn(globalThis, "fetch").mockRejectedValue(new Error("no school"));
  render(
    <MantineProvider>
      <Provider queries={queries}>
        <MemoryRouter>{what}</MemoryRouter>
      </Provider>
    </MantineProvider>,
  );
  return { user: userEvent.setup(), calls };
}

const described = (element: HTMLElement) =>
  document.getElementById(element.getAttribute("aria-describedby") ?? "")?.textContent ?? "";

async function entries(course: Course, connection?: Connection) {
  const { user, calls } = open(<CourseActions course={course} onAsk={() => {}} />, connection);
  await user.click(screen.getByRole("button", { name: /^Autres actions/ }));
  const entry = (name: RegExp) => screen.findByRole("menuitem", { name });
  return { user, calls, entry };
}

test.each([/^Dépublier/, /^Archiver/, /^Dupliquer/])(
  "offline %s says why it does nothing",
  async (name) => {
    const { user, calls, entry } = await entries(COURSE, "offline");
    const item = await entry(name);
    expect(item.getAttribute("aria-disabled")).toBe("true");
    expect(described(item)).toBe(AWAY);
    await user.click(item);
    expect(calls).not.toHaveBeenCalled();
    expect(screen.getByText(name)).toBeTruthy(); // the menu stays open
  },
);

test.each(["online", undefined] as const)(
  "connected (%s) it is asked of the school",
  async (to) => {
    const { user, calls, entry } = await entries(COURSE, to);
    const item = await entry(/^Dépublier/);
    expect(item.getAttribute("aria-disabled")).toBeNull();
    await user.click(item);
    await vi.waitFor(() => expect(calls).toHaveBeenCalled());
  },
);

test("publishing a draft says why as well, and keeps the focus", async () => {
  const draft = { ...COURSE, status: "DRAFT" } as Course;
  const { user, calls } = open(<CourseActions course={draft} onAsk={() => {}} />, "offline");
  const button = screen.getByRole("button", { name: /^Publier/ });
  expect(described(button)).toBe(AWAY);
  await user.tab();
  expect(document.activeElement).toBe(button);
  expect((await screen.findByRole("tooltip")).textContent).toBe(AWAY);
  await user.keyboard("{Enter}");
  expect(calls).not.toHaveBeenCalled();
});

test("a form is not sent by Enter either", async () => {
  const submit = vi.fn((event: React.FormEvent) => event.preventDefault());
  const { user } = open(
    <form onSubmit={submit}>
      <input aria-label="Nom" />
      <SchoolButton type="submit">Enregistrer</SchoolButton>
    </form>,
    "signed_out",
  );
  await user.type(screen.getByRole("textbox"), "Prix{Enter}");
  expect(submit).not.toHaveBeenCalled();
  expect(described(screen.getByRole("button"))).toBe("Il faut d’abord se reconnecter à l’école.");
});
