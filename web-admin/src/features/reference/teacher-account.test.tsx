// The account of a teacher: who may invite, what is sent, and that unlinking asks first.
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { createQueryClient } from "web-shared/api/query";
import { endSession, type Role, startSession } from "web-shared/api/session";
import { student } from "web-shared/fixtures";
import { Provider } from "web-shared/ui/Provider";
import { Teachers } from "./Teachers";

// jsdom has no fonts, whose loading fields that grow wait for.
Object.assign(document, { fonts: new EventTarget() });

const teacher = (id: number, fullName: string, more = {}) => ({
  id,
  version: 1,
  firstName: fullName.split(" ")[0],
  lastName: fullName.split(" ")[1],
  fullName,
  email: `${id}@preau.test`,
  experienceYears: 3,
  languagesTaught: [],
  ...more,
});

const teachers = [
  teacher(1, "Chiara Bellini"),
  teacher(2, "Matteo Ferri", { accountEmail: "matteo@preau.test" }),
  teacher(3, "Li Wei", { invitedAt: "2026-11-20T10:00:00Z" }),
];

afterEach(endSession);

function open(role: Role) {
  const sent: [string, string, unknown][] = [];
  startSession({ accessToken: "a", refreshToken: "r", user: { ...student, role } }, false);
  vi.stubGlobal("fetch", async (request: Request) => {
    const { pathname } = new URL(request.url);
    if (request.method === "GET") {
      return Response.json(pathname.endsWith("/teachers") ? teachers : []);
    }
    sent.push([request.method, pathname, await request.json().catch(() => null)]);
    return new Response(null, { status: request.method === "POST" ? 202 : 204 });
  });
  const router = createMemoryRouter([{ path: "*", element: <Teachers /> }]);
  render(
    <Provider queries={createQueryClient()}>
      <RouterProvider router={router} />
    </Provider>,
  );
  return { sent, user: userEvent.setup() };
}

const menuOf = (name: string) =>
  screen.findByRole("button", { name: `Autres actions pour « ${name} »` });

test("an administrator invites a teacher at their address, or at another", async () => {
  const { sent, user } = open("ADMIN");
  expect(await screen.findByText("Invitation du 20 nov.")).toBeTruthy();
  await user.click(await menuOf("Chiara Bellini"));
  await user.click(await screen.findByRole("menuitem", { name: /^Inviter Chiara/ }));
  const dialog = await screen.findByRole("dialog");
  const field = within(dialog).getByLabelText<HTMLInputElement>("Adresse e-mail");
  expect(field.value).toBe("1@preau.test");
  await user.clear(field);
  await user.click(within(dialog).getByRole("button", { name: "Envoyer l’invitation" }));
  expect(within(dialog).getByText("Ce champ est requis")).toBeTruthy();
  await user.type(field, "chiara@exemple.test");
  await user.click(within(dialog).getByRole("button", { name: "Envoyer l’invitation" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent).toEqual([["POST", "/api/teachers/1/invite", { email: "chiara@exemple.test" }]]);
});

test("a linked account is shown, and unlinked after a question", async () => {
  const { sent, user } = open("ADMIN");
  expect(await screen.findByText("matteo@preau.test")).toBeTruthy();
  await user.click(await menuOf("Matteo Ferri"));
  await user.click(await screen.findByRole("menuitem", { name: /^Délier le compte/ }));
  const dialog = await screen.findByRole("dialog");
  expect(sent).toEqual([]);
  await user.click(within(dialog).getByRole("button", { name: "Délier le compte" }));
  await waitFor(() => expect(sent).toEqual([["DELETE", "/api/teachers/2/account", null]]));
});

test("an invitation that waits is taken back after a question", async () => {
  const { sent, user } = open("ADMIN");
  await user.click(await menuOf("Chiara Bellini"));
  await screen.findByRole("menuitem", { name: /^Inviter Chiara/ });
  expect(screen.queryByRole("menuitem", { name: /^Retirer l’invitation/ })).toBeNull();
  await user.keyboard("{Escape}");
  await user.click(await menuOf("Li Wei"));
  await user.click(await screen.findByRole("menuitem", { name: /^Retirer l’invitation de Li/ }));
  const dialog = await screen.findByRole("dialog");
  expect(sent).toEqual([]);
  await user.click(within(dialog).getByRole("button", { name: "Retirer l’invitation" }));
  await waitFor(() => expect(sent).toEqual([["DELETE", "/api/teachers/3/account", null]]));
});

test("an editor sees who has an account and invites nobody", async () => {
  const { user } = open("EDITOR");
  await user.click(await menuOf("Chiara Bellini"));
  expect(await screen.findByRole("menuitem", { name: /^Supprimer/ })).toBeTruthy();
  expect(screen.queryByRole("menuitem", { name: /^Inviter/ })).toBeNull();
});
