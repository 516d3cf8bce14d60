// The address of a room for a calendar: made from its row, and revoked there.
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { createQueryClient } from "web-shared/api/query";
import { endSession, startSession } from "web-shared/api/session";
import { student } from "web-shared/fixtures";
import { Provider } from "web-shared/ui/Provider";
import { Rooms } from "./Rooms";

// jsdom has no fonts, whose loading fields that grow wait for.
Object.assign(document, { fonts: new EventTarget() });

afterEach(endSession);

test("a room's address is made, shown once, and revoked after a question", async () => {
  const made = { id: 9, kind: "ROOM", roomId: 3, createdAt: "2026-11-26T10:00:00Z" };
  let tokens: object[] = [{ id: 8, kind: "OWN", createdAt: "2026-11-20T10:00:00Z" }];
  const sent: [string, string, unknown][] = [];
  startSession(
    { accessToken: "a", refreshToken: "r", user: { ...student, role: "EDITOR" } },
    false,
  );
  vi.stubGlobal("fetch", async (request: Request) => {
    const { pathname } = new URL(request.url);
    if (pathname.endsWith("/rooms")) return Response.json([{ id: 3, version: 1, name: "Figuier" }]);
    if (request.method === "GET") return Response.json(tokens);
    sent.push([request.method, pathname, await request.json().catch(() => null)]);
    if (request.method === "DELETE") {
      tokens = tokens.filter((one) => one !== made);
      return new Response(null, { status: 204 });
    }
    tokens = [...tokens, made];
    return Response.json({ ...made, address: "https://preau.test/api/calendar/x.ics" });
  });
  const router = createMemoryRouter([{ path: "*", element: <Rooms /> }]);
  render(
    <Provider queries={createQueryClient()}>
      <RouterProvider router={router} />
    </Provider>,
  );
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "Autres actions pour « Figuier »" }));
  await user.click(
    await screen.findByRole("menuitem", { name: "Adresse d’agenda de la salle Figuier" }),
  );
  const dialog = await screen.findByRole("dialog");
  await user.click(within(dialog).getByRole("button", { name: "Créer une adresse d’agenda" }));
  expect(await within(dialog).findByLabelText("Adresse de votre agenda")).toBeTruthy();
  const revoke = await within(dialog).findAllByRole("button", { name: /^Révoquer/ });
  expect(revoke).toHaveLength(1); // not one's own address
  await user.click(revoke[0] as HTMLElement);
  await user.click(await screen.findByRole("button", { name: "Révoquer" }));
  await waitFor(() =>
    expect(sent).toEqual([
      ["POST", "/api/calendar-tokens", { kind: "ROOM", roomId: 3 }],
      ["DELETE", "/api/calendar-tokens/9", null],
    ]),
  );
});
