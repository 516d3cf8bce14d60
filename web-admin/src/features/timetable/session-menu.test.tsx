// What staff does with a session that is opened: the way to its roll call, and what is said of it.
import { render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { createQueryClient } from "web-shared/api/query";
import { addDays, today } from "web-shared/format/format";
import { Provider } from "web-shared/ui/Provider";
import type { ClassSession } from "./api";
import { SessionMenu } from "./SessionMenu";

async function open(days: number, changes: Partial<ClassSession> = {}) {
  const date = addDays(today(), days);
  const session = {
    id: 5,
    courseId: 3,
    courseName: "Primi passi",
    startTime: "10:00",
    minutes: 60,
    startsAt: `${date}T09:00:00Z`,
    endsAt: `${date}T10:00:00Z`,
    status: "PLANNED",
    date,
    ...changes,
  } as ClassSession;
  const element = <SessionMenu session={session} onClose={() => {}} />;
  const router = createMemoryRouter([{ path: "*", element }]);
  render(
    <Provider queries={createQueryClient()}>
      <RouterProvider router={router} />
    </Provider>,
  );
  await screen.findByRole("dialog");
  return screen.queryByRole("link", { name: "Appel de la séance" })?.getAttribute("href");
}

test("a session that was held leads to its roll call, and says that its sheet is open", async () => {
  expect(await open(-1)).toBe("/seances/5/appel");
  expect(screen.getByText("Feuille à clore")).toBeTruthy();
});

test("a closed sheet is said to be", async () => {
  expect(await open(-1, { sheetClosedAt: "2026-11-25T10:00:00Z" })).toBe("/seances/5/appel");
  expect(screen.getByText("Feuille close")).toBeTruthy();
  expect(screen.queryByText("Feuille à clore")).toBeNull();
});

test("a session of another day to come has no roll call yet", async () => {
  expect(await open(1)).toBeUndefined();
});

test("a cancelled session has no roll call", async () => {
  expect(await open(-1, { status: "CANCELLED" })).toBeUndefined();
});
