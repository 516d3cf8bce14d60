// `/pointage`: the code is sent once, and each outcome is one sentence with a way out.
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { beforeEach, expect, test, vi } from "vitest";
import { createQueryClient } from "web-shared/api/query";
import { endSession, startSession } from "web-shared/api/session";
import { student } from "web-shared/fixtures";
import { Provider } from "web-shared/ui/Provider";
import { CheckInPage } from "./CheckInPage";

const noted = {
  sessionId: 4,
  courseName: "Primi passi",
  startsAt: "2026-11-23T17:30:00Z",
  endsAt: "2026-11-23T19:00:00Z",
  repeated: false,
};

let answer: () => Response;
let sent: unknown[];

beforeEach(() => {
  startSession({ accessToken: "a", refreshToken: "r", user: student }, false);
  sent = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    if (!request.url.endsWith("/check-in")) return Response.json([]);
    sent.push(await request.json());
    return answer();
  });
});

function open(address = "/pointage#un-code") {
  const router = createMemoryRouter(
    [
      { path: "/pointage", element: <CheckInPage signIn="/login" /> },
      { path: "*", element: <p>ailleurs</p> },
    ],
    { initialEntries: [address] },
  );
  render(
    <Provider queries={createQueryClient()}>
      <RouterProvider router={router} />
    </Provider>,
  );
  return router;
}

test("the code is sent once, and it is said who is here, where and when", async () => {
  answer = () => Response.json(noted);
  open();
  const title = await screen.findByRole("heading", { level: 1 });
  expect(title.textContent).toMatch(/^C’est noté, Jeanne.: vous êtes là\.$/);
  expect(screen.getByText("Primi passi")).toBeTruthy();
  expect(screen.getByText(/^18.h.30.– 20.h$/)).toBeTruthy();
  expect(sent).toEqual([{ code: "un-code" }]);
});

test("a second passage says that one is enough; another code is sent anew", async () => {
  answer = () => Response.json({ ...noted, repeated: true });
  const router = open();
  expect(await screen.findByRole("heading", { name: "C’est déjà noté." })).toBeTruthy();
  await router.navigate("/pointage#un-autre");
  await waitFor(() => expect(sent).toEqual([{ code: "un-code" }, { code: "un-autre" }]));
});

test.each([
  ["code_expired", "Ce code a déjà changé."],
  ["code_unknown", "Ce code n’est pas le bon."],
  ["not_in_class", "Ce code est celui d’une autre classe."],
  ["check_in_not_open", "C’est un peu tôt."],
  ["check_in_over", "La séance est finie."],
  ["forbidden", "Votre présence n’a pas été notée."],
])("%s has its own sentence, and the teacher is the way round", async (code, title) => {
  answer = () => Response.json({ status: 409, code, message: "" }, { status: 409 });
  open();
  expect(await screen.findByRole("heading", { level: 1, name: title })).toBeTruthy();
  expect(screen.getByText(/^Dites-le à votre professeur/)).toBeTruthy();
  expect(screen.getByRole("link", { name: "Voir mes cours" })).toBeTruthy();
});

test("without a network nothing was sent, and it is tried again", async () => {
  answer = () => {
    throw new TypeError("offline");
  };
  open();
  expect(await screen.findByRole("heading", { name: "Pas de réseau ici." })).toBeTruthy();
  answer = () => Response.json(noted);
  await userEvent.click(screen.getByRole("button", { name: "Réessayer" }));
  expect(await screen.findByText("Primi passi")).toBeTruthy();
});

test("without a code it says what to do; without a session one signs in and comes back", async () => {
  open("/pointage");
  expect(screen.getByRole("heading", { name: "Scannez le code de la salle." })).toBeTruthy();
  endSession();
  const router = open();
  await waitFor(() => expect(router.state.location.pathname).toBe("/login"));
  expect(new URLSearchParams(router.state.location.search).get("next")).toBe("/pointage#un-code");
  expect(sent).toEqual([]);
});
