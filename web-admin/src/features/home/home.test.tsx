// The first page of an administrator while the guide of the first hour stands there.
import { render, screen, waitFor } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { createQueryClient } from "web-shared/api/query";
import { type Role, startSession } from "web-shared/api/session";
import { student } from "web-shared/fixtures";
import { Provider } from "web-shared/ui/Provider";
import type { Check } from "../../ui/checklist";
import { HomePage } from "./HomePage";

const check = (item: Check["item"], step: Check["step"], done: boolean): Check => ({
  item,
  step,
  done,
  where: "SETTINGS",
});

const DUE = {
  ...{ courseId: 7, courseName: "Écrire en chinois", startDate: "2027-01-04", enrolled: 4 },
  ...{ decisionDay: "2026-12-21", minimumLearners: 6, overdue: false },
};

interface School {
  due?: (typeof DUE)[];
  /** How many reservations wait for a refund by hand. */
  refunds?: number;
  role?: Role;
}

function open(checks: Promise<Check[]>, { due = [], refunds = 0, role = "ADMIN" }: School = {}) {
  const user = { ...student, role };
  startSession({ accessToken: "a", refreshToken: "r", user }, false);
  const asked: string[] = [];
  vi.stubGlobal("fetch", async ({ url }: Request) => {
    const { pathname, searchParams } = new URL(url);
    asked.push(pathname);
    if (pathname.endsWith("/settings/guide")) return Response.json({ putAway: false });
    if (pathname.endsWith("/settings/checklist")) return Response.json(await checks);
    if (pathname.endsWith("/courses/admin/decisions")) return Response.json(due);
    if (searchParams.has("refundByHand")) return Response.json({ items: [], total: refunds });
    if (pathname.endsWith("/languages")) return Response.json([]);
    return Response.json({ items: [], total: pathname.endsWith("/contact") ? 2 : 0 });
  });
  const router = createMemoryRouter([{ path: "*", element: <HomePage /> }]);
  render(
    <Provider queries={createQueryClient()}>
      <RouterProvider router={router} />
    </Provider>,
  );
  return asked;
}

test("nobody is greeted before it is known whether the guide is due", async () => {
  let arrive: (checks: Check[]) => void = () => {};
  const asked = open(
    new Promise((resolve) => {
      arrive = resolve;
    }),
  );
  await waitFor(() => expect(asked).toContain("/api/settings/checklist"));
  expect(screen.queryByText(/^Bonjour/)).toBeNull();
  expect(screen.queryByRole("table")).toBeNull();
  arrive([check("IDENTITY", "SCHOOL", false), check("COURSE", "OPENING", false)]);
  expect(await screen.findByText("Votre école ouvre bientôt")).toBeTruthy();
});

test("a school that sells is open, and what waits stands before the steps", async () => {
  open(
    Promise.resolve([
      check("IDENTITY", "SCHOOL", true),
      check("MAIL", "MAIL", false),
      check("COURSE", "OPENING", true),
    ]),
  );
  expect(await screen.findByText("Votre école est ouverte")).toBeTruthy();
  expect(screen.queryByText(/Tout est en place/)).toBeNull();
  const waiting = await screen.findByText("sans réponse");
  const step = screen.getByRole("heading", { name: "Les e-mails" });
  expect(waiting.compareDocumentPosition(step)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test("courses to decide on come first; a single one leads to its own page", async () => {
  const opened = () => Promise.resolve([check("COURSE", "OPENING", true)]);
  open(opened(), { due: [DUE] });
  const tile = await screen.findByRole("link", { name: /^1\s*cours à décider/ });
  expect(tile.getAttribute("href")).toBe("/course/7/places");
  expect(tile.closest("ul")?.querySelector("a")).toBe(tile);
});

test("several courses to decide on are found among the places", async () => {
  open(Promise.resolve([check("COURSE", "OPENING", true)]), {
    due: [DUE, { ...DUE, courseId: 8 }],
  });
  const tile = await screen.findByRole("link", { name: /^2\s*cours à décider/ });
  expect(tile.getAttribute("href")).toBe("/course/places");
});

test("refunds to make by hand are counted and lead to their list", async () => {
  open(Promise.resolve([check("COURSE", "OPENING", true)]), { refunds: 3 });
  const tile = await screen.findByRole("link", { name: /^3\s*réservations\s*à rembourser/ });
  expect(tile.getAttribute("href")).toBe("/sales/reservations?refundByHand=true");
});

test("without a refund to make by hand there is no tile", async () => {
  open(Promise.resolve([check("COURSE", "OPENING", true)]));
  await screen.findByText("sans réponse");
  expect(screen.queryByText(/à rembourser/)).toBeNull();
});

test("an editor's first page does not ask for refunds", async () => {
  const asked = open(Promise.resolve([]), { refunds: 3, role: "EDITOR" });
  await screen.findByText("sans réponse");
  expect(asked).not.toContain("/api/reservations");
  expect(screen.queryByText(/à rembourser/)).toBeNull();
});
