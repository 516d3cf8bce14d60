// A teacher’s invitation: a password where there is no account, a sign-in where there is one, then the dashboard.
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { beforeEach, expect, test, vi } from "vitest";
import { createQueryClient } from "web-shared/api/query";
import { currentSession, endSession, startSession } from "web-shared/api/session";
import { student } from "web-shared/fixtures";
import { Provider } from "web-shared/ui/Provider";
import { InvitationPage } from "./InvitationPage";

const teacher = { ...student, id: 12, email: "chiara@preau.test" };
const invitation = { teacherName: "Chiara Bellini", email: teacher.email, hasAccount: false };
const accepted = { accessToken: "new", refreshToken: "r", user: teacher };

let answers: Record<string, () => Response>;
let sent: { call: string; body: unknown }[];

beforeEach(() => {
  endSession();
  sent = [];
  answers = {
    invitation: () => Response.json(invitation),
    accept: () => Response.json(accepted),
  };
  vi.stubGlobal("fetch", async (request: Request) => {
    const call = new URL(request.url).pathname.split("/").at(-1) ?? "";
    const text = await request.text();
    sent.push({ call, body: text && JSON.parse(text) });
    return answers[call]?.() ?? Response.json([]);
  });
});

function open(address = "/invitation#jeton") {
  const leave = vi.fn();
  const router = createMemoryRouter(
    [
      { path: "/invitation", element: <InvitationPage signIn="/login" leave={leave} /> },
      { path: "*", element: <p>ailleurs</p> },
    ],
    { initialEntries: [address] },
  );
  const queries = createQueryClient();
  render(
    <Provider queries={queries}>
      <RouterProvider router={router} />
    </Provider>,
  );
  return { leave, router };
}

const accept = () =>
  userEvent.click(screen.getByRole("button", { name: "Accepter et ouvrir le tableau de bord" }));
const last = () => sent.filter(({ call }) => call === "accept").at(-1)?.body;

test("without an account a password is chosen, and the dashboard opens", async () => {
  const { leave } = open();
  const field = await screen.findByLabelText("Nouveau mot de passe");
  await userEvent.type(field, "court");
  await accept();
  expect(last()).toBeUndefined();
  await userEvent.clear(field);
  await userEvent.type(field, "un-prau-au-soleil");
  await accept();
  await vi.waitFor(() => expect(leave).toHaveBeenCalledWith("/dashboard"));
  expect(last()).toEqual({ token: "jeton", password: "un-prau-au-soleil" });
  expect(currentSession()?.user.email).toBe(teacher.email);
});

test("an account that exists signs in first, and comes back to the invitation", async () => {
  answers.invitation = () => Response.json({ ...invitation, hasAccount: true });
  open();
  const link = await screen.findByRole("link", { name: "Se connecter" });
  expect(link.getAttribute("href")).toBe("/login?next=%2Finvitation%23jeton");
});

test("somebody else who is signed in here leaves first", async () => {
  startSession({ accessToken: "a", refreshToken: "r", user: student }, false);
  answers.invitation = () => Response.json({ ...invitation, hasAccount: true });
  const { router } = open();
  expect(await screen.findByText(/^Un autre compte est ouvert ici/)).toBeTruthy();
  await userEvent.click(screen.getByRole("link", { name: "Se connecter" }));
  await vi.waitFor(() => expect(router.state.location.pathname).toBe("/login"));
  expect(currentSession()).toBeNull();
});

test("signed in with the address of the invitation, one only accepts", async () => {
  startSession({ accessToken: "a", refreshToken: "r", user: teacher }, false);
  answers.invitation = () => Response.json({ ...invitation, hasAccount: true });
  const { leave } = open();
  await screen.findByText(/^Vous acceptez avec votre compte/);
  await accept();
  await vi.waitFor(() => expect(leave).toHaveBeenCalledWith("/dashboard"));
  expect(last()).toEqual({ token: "jeton" });
});

test("a second factor is asked for before the dashboard opens", async () => {
  answers.accept = () =>
    Response.json(
      { status: 401, code: "second_factor_required", message: "", params: { challenge: "c" } },
      { status: 401 },
    );
  const { leave } = open();
  await userEvent.type(await screen.findByLabelText("Nouveau mot de passe"), "un-prau-au-soleil");
  await accept();
  expect(await screen.findByLabelText(/^Code/)).toBeTruthy();
  expect(leave).not.toHaveBeenCalled();
});

test("a link that was used, and an address without one, are explained", async () => {
  answers.invitation = () =>
    Response.json({ status: 401, code: "invalid_token", message: "" }, { status: 401 });
  open();
  expect(await screen.findByRole("alert")).toHaveProperty(
    "textContent",
    "Ce lien n’est plus valable. Demandez à l’école de vous en envoyer un autre.",
  );
});
