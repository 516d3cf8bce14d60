// What did not reach the school is shown beside the teacher's day, also when the session itself is gone.
import { render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createQueryClient } from "web-shared/api/query";
import { endSession, startSession } from "web-shared/api/session";
import { student } from "web-shared/fixtures";
import { Provider } from "web-shared/ui/Provider";
import { note, send } from "./outbox";
import { UnsentCalls } from "./UnsentCalls";

beforeEach(() => {
  const user = { ...student, role: "TEACHER" as const };
  startSession({ accessToken: "a", refreshToken: crypto.randomUUID(), user }, false);
  window.dispatchEvent(new StorageEvent("storage", { key: null })); // it was emptied after the last test
});

afterEach(endSession);

function show() {
  const router = createMemoryRouter([{ path: "*", element: <UnsentCalls /> }]);
  render(
    <Provider queries={createQueryClient()}>
      <RouterProvider router={router} />
    </Provider>,
  );
}

test("a session that is gone: why its marks were not taken, and the way to them", async () => {
  vi.stubGlobal("fetch", async () => Response.json({ code: "not_found" }, { status: 404 }));
  note(12, [{ subscriptionId: 1, status: "PRESENT" }]);
  await send(12);
  show();
  expect(screen.getByRole("heading", { name: "Appels non envoyés" })).toBeTruthy();
  const link = screen.getByRole("link", { name: /Séance n°\s12/ });
  expect(link.getAttribute("href")).toBe("/seances/12/appel");
  expect(screen.getByText(/Cette séance n’existe pas/)).toBeTruthy();
  expect(screen.getByRole("button", { name: "Abandonner ces gestes" })).toBeTruthy();
});

test("nothing is said while nothing is unsent", () => {
  show();
  expect(screen.queryByRole("heading")).toBeNull();
});
