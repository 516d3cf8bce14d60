// The display settings: tried out in the preview, applied when confirmed, kept where one will look for them.
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, Link } from "react-router";
import { RouterProvider } from "react-router/dom";
import { beforeEach, expect, test, vi } from "vitest";
import { createQueryClient } from "web-shared/api/query";
import { currentSession, endSession, startSession } from "web-shared/api/session";
import { student } from "web-shared/fixtures";
import { applyFontSize, storedFontSize } from "web-shared/preferences";
import { Provider } from "web-shared/ui/Provider";
import { SettingsPage } from "./SettingsPage";

let sent: unknown[];
let status: number;

beforeEach(() => {
  endSession();
  applyFontSize(50);
  sent = [];
  status = 200;
  vi.stubGlobal("fetch", async (request: Request) => {
    const body = await request.json();
    sent.push(body);
    return status === 200
      ? Response.json({ ...student, ...body, version: 2 })
      : Response.json({ status, code: "unavailable" }, { status });
  });
});

function open() {
  const router = createMemoryRouter(
    [
      {
        path: "/settings",
        element: (
          <>
            <SettingsPage />
            <Link to="/">ailleurs</Link>
          </>
        ),
      },
      { path: "*", element: <h1>ailleurs</h1> },
    ],
    { initialEntries: ["/settings"] },
  );
  render(
    <Provider queries={createQueryClient()}>
      <RouterProvider router={router} />
    </Provider>,
  );
  return userEvent.setup();
}

const slide = (size: number) =>
  fireEvent.change(screen.getByRole("slider", { name: "Taille du texte" }), {
    target: { value: String(size) },
  });
const confirm = (user: ReturnType<typeof userEvent.setup>) =>
  user.click(screen.getByRole("button", { name: "Confirmer vos choix" }));
const rootSize = () => document.documentElement.style.fontSize;

test("only the preview changes until the choice is confirmed", async () => {
  const user = open();
  slide(75);
  expect(screen.getByText("Taille 75, soit 150 % de la taille habituelle")).toBeTruthy();
  expect(screen.getByTestId("preview").style.fontSize).toBe("1.5em");
  expect(rootSize()).toBe("");
  expect(screen.getByText(/Confirmez-les/)).toBeTruthy();
  await confirm(user);
  expect(await screen.findByText("Vos choix sont enregistrés.")).toBeTruthy();
  expect(rootSize()).toBe("150%");
  expect(storedFontSize()).toBe(75);
  expect(screen.getByTestId("preview").style.fontSize).toBe("1em");
  expect(sent).toEqual([]);
});

test("the original settings come back into the form, and hold once they are confirmed", async () => {
  applyFontSize(90);
  const user = open();
  await user.click(screen.getByRole("button", { name: "Revenir aux réglages d’origine" }));
  expect(screen.getByRole<HTMLInputElement>("slider").value).toBe("50");
  expect(rootSize()).toBe("180%");
  await confirm(user);
  await waitFor(() => expect(rootSize()).toBe(""));
});

test("who is signed in keeps the choice on the account", async () => {
  startSession({ accessToken: "a", refreshToken: "r", user: student }, false);
  const user = open();
  slide(60);
  await confirm(user);
  expect(await screen.findByText("Vos choix sont enregistrés.")).toBeTruthy();
  expect(sent).toEqual([{ language: "fr", fontSize: 60 }]);
  expect(currentSession()?.user.fontSize).toBe(60);
});

test("an account that cannot be reached is told; the device keeps the choice", async () => {
  startSession({ accessToken: "a", refreshToken: "r", user: student }, false);
  status = 503;
  const user = open();
  slide(60);
  await confirm(user);
  expect(await screen.findByText(/n’ont pas pu être gardés sur votre compte/)).toBeTruthy();
  expect(storedFontSize()).toBe(60);
});

test("leaving with an unconfirmed choice says that nothing changed", async () => {
  const user = open();
  slide(60);
  await user.click(screen.getByRole("link", { name: "ailleurs" }));
  expect(await screen.findByText(/n’ont pas été confirmés/)).toBeTruthy();
});
