// The choices of mails and the calendar addresses of the profile.
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { beforeEach, expect, test, vi } from "vitest";
import { createQueryClient } from "web-shared/api/query";
import { student } from "web-shared/fixtures";
import { Provider } from "web-shared/ui/Provider";
import type { User } from "./api";
import { Calendars } from "./Calendars";
import { Notices } from "./Notices";

interface Sent {
  call: string;
  body: unknown;
  ifMatch: string | null;
}

let sent: Sent[];
let answers: Record<string, (sent: Sent) => Response>;

beforeEach(() => {
  sent = [];
  answers = {};
  vi.stubGlobal("fetch", async (request: Request) => {
    const call = `${request.method} ${new URL(request.url).pathname.replace("/api", "")}`;
    const text = await request.text();
    const one = { call, body: text && JSON.parse(text), ifMatch: request.headers.get("If-Match") };
    sent.push(one);
    return (
      answers[call]?.(one) ?? Response.json({ status: 404, code: "not_found" }, { status: 404 })
    );
  });
});

function show(element: React.ReactNode) {
  const router = createMemoryRouter([{ path: "*", element }]);
  render(
    <Provider queries={createQueryClient()}>
      <RouterProvider router={router} />
    </Provider>,
  );
}

const user: User = { ...student, sessionReminders: true, sessionChanges: false };

test("a switch is saved at once, against the version that was read", async () => {
  answers["PUT /users/3"] = () => Response.json({ ...user, version: 2, sessionReminders: false });
  show(<Notices user={user} />);
  const reminders = screen.getByRole("switch", { name: /^Rappel avant la première séance/ });
  expect(reminders).toHaveProperty("checked", true);
  expect(screen.getByRole("switch", { name: /^Remplacements/ })).toHaveProperty("checked", false);
  await userEvent.click(reminders);
  expect(sent).toEqual([
    { call: "PUT /users/3", body: { sessionReminders: false }, ifMatch: '"1"' },
  ]);
});

test("an account that was changed meanwhile gets the choice all the same", async () => {
  answers["PUT /users/3"] = ({ ifMatch }) =>
    ifMatch === '"4"'
      ? Response.json({ ...user, version: 5, sessionChanges: true })
      : Response.json(
          { status: 412, code: "stale", current: { ...user, version: 4 } },
          { status: 412 },
        );
  show(<Notices user={user} />);
  await userEvent.click(screen.getByRole("switch", { name: /^Remplacements/ }));
  await vi.waitFor(() => expect(sent.map(({ ifMatch }) => ifMatch)).toEqual(['"1"', '"4"']));
  expect(screen.queryByText(/^Votre choix n’a pas été enregistré/)).toBeNull();
});

test("a refused choice says so and stays as it was", async () => {
  answers["PUT /users/3"] = () =>
    Response.json({ status: 403, code: "forbidden" }, { status: 403 });
  show(<Notices user={user} />);
  const reminders = screen.getByRole("switch", { name: /^Rappel avant la première séance/ });
  await userEvent.click(reminders);
  expect(await screen.findByText(/^Votre choix n’a pas été enregistré/)).toBeTruthy();
  expect(reminders).toHaveProperty("checked", true);
});

test("an address is revoked after a question; without any, a sentence", async () => {
  const token = { id: 5, kind: "OWN", roomName: null, createdAt: "2026-11-20T08:12:00Z" };
  let tokens = [token];
  answers["GET /calendar-tokens"] = () => Response.json(tokens);
  answers["DELETE /calendar-tokens/5"] = () => {
    tokens = [];
    return new Response(null, { status: 204 });
  };
  show(<Calendars />);
  await userEvent.click(await screen.findByRole("button", { name: /^Révoquer l’adresse/ }));
  await userEvent.click(await screen.findByRole("button", { name: "Révoquer" }));
  expect(await screen.findByText(/^Aucune adresse d’agenda/)).toBeTruthy();
});
