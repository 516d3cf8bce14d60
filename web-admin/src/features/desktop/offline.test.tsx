// What is on this computer, as the panel of the desktop app lists it.
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { createQueryClient } from "web-shared/api/query";
import { Provider } from "web-shared/ui/Provider";
import { browser } from "../../platform/browser";
import type { Connection, State, Offline as There } from "../../platform/local";
import { runOn } from "../../platform/platform";
import type { App } from "../../platform/types";
import { Offline } from "./Offline";

const THERE: There = {
  courses: [
    { id: 5, name: "Italien A1", modules: 2, chapters: 1, lessons: 1234 },
    { id: 6, name: "Chinois B1", modules: 0, chapters: 0, lessons: 0 },
  ],
  testQuestions: 80,
  faq: 1,
  sessions: 214,
  pictures: { count: 12, bytes: 3_450_000 },
};

afterEach(() => runOn(browser));

async function open(connection: Connection) {
  const state = { connection, copied: true, lastSync: "2026-03-02T09:05:00.000Z" } as State;
  const sync = vi.fn(async () => undefined);
  const app = { state: async () => state, offline: async () => THERE, sync };
  runOn({ ...browser, app: app as unknown as App });
  render(
    <Provider queries={createQueryClient()}>
      <MemoryRouter>
        <Offline state={state} />
      </MemoryRouter>
    </Provider>,
  );
  await screen.findByText(/^Copie du 2 mars 2026/);
  return { user: userEvent.setup(), sync };
}

test("courses are listed with their parts, and lead to them", async () => {
  await open("online");
  const [italian] = within(screen.getByRole("region", { name: "2 cours" })).getAllByRole(
    "listitem",
  );
  expect(italian?.textContent?.replace(/\s/g, " ")).toBe(
    "Italien A12 modules · 1 chapitre · 1234 leçons",
  );
  expect(screen.getByRole("link", { name: "Italien A1" }).getAttribute("href")).toBe(
    "/course/modules/5",
  );
  expect(screen.getByText("214 séances")).toBeTruthy();
  expect(screen.getByText("12 images déjà affichées (3,5 Mo)")).toBeTruthy();
  expect(screen.getByRole("region", { name: "Avec le réseau seulement" }).textContent).toContain(
    "films",
  );
});

test("the copy is brought up to date, where the school can be reached", async () => {
  const { user, sync } = await open("online");
  await user.click(screen.getByRole("button", { name: "Actualiser la copie" }));
  expect(sync).toHaveBeenCalledTimes(1);
});

test("offline the button says that it needs the network", async () => {
  const { user, sync } = await open("offline");
  const button = screen.getByRole("button", { name: "Actualiser la copie" });
  await vi.waitFor(() => expect(button.getAttribute("aria-disabled")).toBe("true"));
  await user.click(button);
  expect(sync).not.toHaveBeenCalled();
});
