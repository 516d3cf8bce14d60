// The review of a course: asked for once and only when the server has noted it, sent once, nothing typed is lost.
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { createMemoryRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { beforeEach, expect, test, vi } from "vitest";
import { createQueryClient } from "web-shared/api/query";
import { startSession } from "web-shared/api/session";
import { student } from "web-shared/fixtures";
import { Provider } from "web-shared/ui/Provider";
import { CourseReview } from "./CourseReview";
import { useCourseReview } from "./useCourseReview";

let answer: () => Response | Promise<Response>;
let noted: () => Response;
let reviewed: { courseId: number | null }[];
let sent: { key: string | null; body: Record<string, unknown> }[];
let asked: number;

beforeEach(() => {
  startSession({ accessToken: "a", refreshToken: "r", user: student }, false);
  sent = [];
  asked = 0;
  reviewed = [];
  noted = () => new Response(null, { status: 202 });
  answer = () => Response.json({ id: 1 }, { status: 201 });
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.method === "GET") return Response.json(reviewed);
    if (request.url.endsWith("/email/course-completion-notification")) {
      asked += 1;
      return noted();
    }
    sent.push({ key: request.headers.get("Idempotency-Key"), body: await request.json() });
    return answer();
  });
});

function show(element: React.ReactElement) {
  const router = createMemoryRouter([{ path: "*", element }]);
  render(
    <Provider queries={createQueryClient()}>
      <RouterProvider router={router} />
    </Provider>,
  );
  return userEvent.setup();
}

const subscription = { id: 7, courseId: 4, courseName: "Primi passi" };

function Dialog() {
  const [opened, setOpened] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        ouvrir
      </button>
      <CourseReview subscription={subscription} opened={opened} onClose={() => setOpened(false)} />
    </>
  );
}

function Asking(of: { completed: boolean; completionNotified: boolean }) {
  const { opened, welcome } = useCourseReview({ subscriptionId: 7, courseId: 4, ...of });
  return <p>{`${opened ? "ouvert" : "fermé"}, ${welcome ? "bienvenu" : "non"}`}</p>;
}

const dialog = () => screen.findByRole("dialog", { name: "Qu’avez-vous pensé de ce cours ?" });
const send = () => screen.getByRole("button", { name: "Envoyer mon avis" });
const message = () => screen.getByLabelText<HTMLTextAreaElement>("Votre message");

test("all stars are lit to begin with; another is chosen by keyboard", async () => {
  const user = show(<Dialog />);
  await dialog();
  const best = screen.getByRole<HTMLInputElement>("radio", { name: "5 étoiles sur 5" });
  expect(best.checked).toBe(true);
  act(() => best.focus());
  await user.keyboard("{ArrowLeft}");
  await user.type(message(), "  Très bien ");
  await user.click(send());
  expect(await screen.findByText("Merci pour votre avis !")).toBeTruthy();
  expect(sent.map(({ body }) => body)).toEqual([
    { courseId: 4, message: "  Très bien ", rating: 4 },
  ]);
});

test("a message of less than three characters is not sent, and the field says why", async () => {
  const user = show(<Dialog />);
  await dialog();
  await user.type(message(), " ok ");
  await user.click(send());
  expect(screen.getByText("Le message est requis (min. 3 caractères).")).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(message()));
  expect(sent).toEqual([]);
});

test("a rating the server refuses is said to be needed", async () => {
  const fields = [{ name: "rating", code: "rating_out_of_range", message: "" }];
  answer = () => Response.json({ status: 422, code: "invalid", fields }, { status: 422 });
  const user = show(<Dialog />);
  await dialog();
  await user.type(message(), "Très bien");
  await user.click(send());
  expect(await screen.findByText("La note est requise.")).toBeTruthy();
});

test("pressed twice it leaves once; a failure keeps the words, also when the dialog was closed", async () => {
  answer = () => Response.json({ status: 503, code: "unavailable" }, { status: 503 });
  const user = show(<Dialog />);
  await dialog();
  await user.type(message(), "Très bien");
  const button = send();
  button.click();
  button.click();
  expect(await screen.findByText("Erreur lors de l’envoi de votre avis.")).toBeTruthy();
  expect(sent).toHaveLength(1);
  await user.click(screen.getByRole("button", { name: "Plus tard" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await user.click(screen.getByRole("button", { name: "ouvrir" }));
  await dialog();
  expect(message().value).toBe("Très bien");
  answer = () => Response.json({ id: 1 }, { status: 201 });
  await user.click(send());
  expect(await screen.findByText("Merci pour votre avis !")).toBeTruthy();
  expect(sent[1]?.key).toBe(sent[0]?.key);
});

test("who has reviewed the course in another tab is told so", async () => {
  answer = () => Response.json({ status: 409, code: "already_commented" }, { status: 409 });
  const user = show(<Dialog />);
  await dialog();
  await user.type(message(), "Très bien");
  await user.click(send());
  expect(await screen.findByText("Vous avez déjà donné votre avis sur ce cours.")).toBeTruthy();
});

test("the thanks leave after five quiet seconds, and stay while the reader is busy in them", async () => {
  const user = show(<Dialog />);
  await dialog();
  await user.type(message(), "Très bien");
  vi.useFakeTimers();
  try {
    fireEvent.click(send());
    await act(() => vi.advanceTimersByTimeAsync(100));
    expect(screen.getByText("Merci pour votre avis !")).toBe(document.activeElement);
    await act(() => vi.advanceTimersByTimeAsync(4_000));
    fireEvent.pointerMove(screen.getByText("Merci pour votre avis !"));
    await act(() => vi.advanceTimersByTimeAsync(4_000));
    expect(screen.getByText("Merci pour votre avis !")).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(2_000));
    expect(screen.queryByText("Merci pour votre avis !")).toBeNull();
  } finally {
    vi.useRealTimers();
  }
});

test("a course that is not complete asks nothing", async () => {
  show(<Asking completed={false} completionNotified={false} />);
  expect(await screen.findByText("fermé, non")).toBeTruthy();
  expect(asked).toBe(0);
});

test("a completed course asks once the server has noted it", async () => {
  show(<Asking completed completionNotified={false} />);
  expect(await screen.findByText("ouvert, bienvenu")).toBeTruthy();
  expect(asked).toBe(1);
});

test("a course whose learner was asked before does not ask again, but a review is welcome", async () => {
  show(<Asking completed completionNotified />);
  expect(await screen.findByText("fermé, bienvenu")).toBeTruthy();
  expect(asked).toBe(0);
});

test("nothing opens when the server did not note it, as for somebody else’s subscription", async () => {
  noted = () => Response.json({ status: 404, code: "not_found" }, { status: 404 });
  show(<Asking completed completionNotified={false} />);
  expect(await screen.findByText("fermé, bienvenu")).toBeTruthy();
  await waitFor(() => expect(asked).toBe(1));
  expect(screen.getByText("fermé, bienvenu")).toBeTruthy();
});

test("who has reviewed the course already is not asked", async () => {
  reviewed = [{ courseId: 4 }];
  show(<Asking completed completionNotified={false} />);
  await waitFor(() => expect(asked).toBe(1));
  expect(await screen.findByText("fermé, non")).toBeTruthy();
});
