// The page that lets the desktop app in: what it refuses, whom it asks, and where it leads.
import { readFileSync } from "node:fs";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { beforeEach, expect, test, vi } from "vitest";
import { createQueryClient } from "web-shared/api/query";
import { currentSession, endSession, type Role, startSession } from "web-shared/api/session";
import { student } from "web-shared/fixtures";
import { Provider } from "web-shared/ui/Provider";
import { answerTo, askedBy, isAppAddress } from "./asked";
import { DesktopPage } from "./DesktopPage";

const cases: { address: string; fits: boolean }[] = JSON.parse(
  readFileSync("core/cases/desktop_address.json", "utf8"),
);
const CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
const LOOPBACK = "http://127.0.0.1:49152/connexion?app=1";

function address(change: Record<string, string> = {}): string {
  const query = { code_challenge: CHALLENGE, redirect_uri: LOOPBACK, state: "s & 1", ...change };
  return `/bureau?${new URLSearchParams({ ...query, state: query.state.replaceAll(" ", "_") })}`;
}

function open(path: string, role?: Role, answer = () => Response.json({ code: "c+/=" })) {
  if (role)
    startSession({ accessToken: "a", refreshToken: "r", user: { ...student, role } }, false);
  const sent: unknown[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    sent.push([new URL(request.url).pathname, await request.json()]);
    return answer();
  });
  const leave = vi.fn();
  const router = createMemoryRouter(
    [
      { path: "/bureau", element: <DesktopPage signIn="/login" leave={leave} /> },
      { path: "*", element: <p>ailleurs</p> },
    ],
    { initialEntries: [path] },
  );
  render(
    <Provider queries={createQueryClient()}>
      <RouterProvider router={router} />
    </Provider>,
  );
  return { router, sent, leave, user: userEvent.setup() };
}

beforeEach(() => endSession());

test.each(cases)("a code goes to $address: $fits", ({ address, fits }) => {
  expect(isAppAddress(address)).toBe(fits);
});

test("the answer keeps what the app’s address says", () => {
  const asked = { codeChallenge: CHALLENGE, redirectUri: LOOPBACK, state: "a&b" };
  expect(answerTo(asked, { code: "c+1" })).toBe(
    "http://127.0.0.1:49152/connexion?app=1&code=c%2B1&state=a%26b",
  );
  expect(answerTo({ ...asked, redirectUri: "preau://auth" }, { code: "c" })).toBe(
    "preau://auth?code=c&state=a%26b",
  );
  expect(askedBy(new URLSearchParams("state=1"))).toBeNull();
});

test.each<Record<string, string>>([
  { code_challenge: "short" },
  { redirect_uri: "https://evil.example/" },
  { state: "" },
  { code_challenge_method: "plain" },
])("a link that is not the app’s is told: %o", async (change) => {
  open(address(change), "ADMIN");
  expect((await screen.findByRole("alert")).textContent).toMatch(/Relancez la connexion/);
  expect(screen.queryByRole("button", { name: "Autoriser" })).toBeNull();
});

test("whoever is not signed in does so first and comes back", async () => {
  const { router } = open(address());
  await waitFor(() => expect(router.state.location.pathname).toBe("/login"));
  expect(new URLSearchParams(router.state.location.search).get("next")).toBe(address());
});

test("staff allows it and is sent to the app with a code", async () => {
  const { sent, leave, user } = open(address(), "EDITOR");
  expect(await screen.findByRole("region", { name: /Jeanne Morel/ })).toBeTruthy();
  expect(sent).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Autoriser" }));
  expect(await screen.findByRole("status")).toBeTruthy();
  const body = { codeChallenge: CHALLENGE, codeChallengeMethod: "S256", redirectUri: LOOPBACK };
  expect(sent).toEqual([["/api/auth/desktop-code", body]]);
  expect(leave).toHaveBeenCalledExactlyOnceWith(`${LOOPBACK}&code=c%2B%2F%3D&state=s_%26_1`);
});

test("staff refuses it, and the app is told", async () => {
  const { sent, leave, user } = open(address(), "ADMIN");
  await user.click(await screen.findByRole("button", { name: "Refuser" }));
  expect((await screen.findByRole("status")).textContent).toMatch(/refusé/);
  expect(leave).toHaveBeenCalledExactlyOnceWith(`${LOOPBACK}&error=access_denied&state=s_%26_1`);
  expect(sent).toEqual([]);
});

test("a refusal of the school is told in words, and may be tried again", async () => {
  const problem = { status: 403, code: "staff_only", message: "…" };
  const { leave, user } = open(address(), "EDITOR", () => Response.json(problem, { status: 403 }));
  await user.click(await screen.findByRole("button", { name: "Autoriser" }));
  expect(await screen.findByText(/réservée à l’équipe/)).toBeTruthy();
  expect(leave).not.toHaveBeenCalled();
  expect(screen.getByRole("button", { name: "Autoriser" })).toBeTruthy();
});

test("students are told that the app is not for them, and may change the account", async () => {
  const { router, user } = open(address(), "STUDENT");
  expect((await screen.findByRole("alert")).textContent).toMatch(/équipe de l’école/);
  expect(screen.queryByRole("button", { name: "Autoriser" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Utiliser un autre compte" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/login"));
  expect(currentSession()).toBeNull();
});
