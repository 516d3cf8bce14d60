// The note on what helps a learner in class: read, written with consent, kept when saving fails, deleted after a question.
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, Link } from "react-router";
import { RouterProvider } from "react-router/dom";
import { beforeEach, expect, test, vi } from "vitest";
import { createQueryClient } from "web-shared/api/query";
import { startSession } from "web-shared/api/session";
import { student } from "web-shared/fixtures";
import { Provider } from "web-shared/ui/Provider";
import { Needs } from "./Needs";
import { Wards } from "./Wards";

const note = { text: "Une place près du tableau.", consentedAt: "2026-11-20T08:12:00Z" };

const failure = (status: number, code: string, more: object = {}) =>
  Response.json({ status, code, message: "", ...more }, { status });

let kept: typeof note | null;
let sent: { call: string; body: unknown }[];
let answers: Record<string, () => Response>;

beforeEach(() => {
  startSession({ user: student, accessToken: "a", refreshToken: "r" }, false);
  kept = null;
  sent = [];
  answers = {
    "GET /users/3/needs": () => Response.json(kept),
    "PUT /users/3/needs": () => {
      kept = { ...note, ...(sent.at(-1)?.body as { text: string }) };
      return Response.json(kept);
    },
    "DELETE /users/3/needs": () => {
      kept = null;
      return new Response(null, { status: 204 });
    },
  };
  vi.stubGlobal("fetch", async (request: Request) => {
    const call = `${request.method} ${new URL(request.url).pathname.replace("/api", "")}`;
    const text = await request.text();
    sent.push({ call, body: text && JSON.parse(text) });
    return answers[call]?.() ?? failure(404, "not_found");
  });
});

function show(element: React.ReactNode = <Needs userId={3} />) {
  const page = (
    <>
      {element}
      <Link to="/ailleurs">Partir</Link>
    </>
  );
  const router = createMemoryRouter([
    { path: "/ailleurs", element: <p>ailleurs</p> },
    { path: "*", element: page },
  ]);
  render(
    <Provider queries={createQueryClient()}>
      <RouterProvider router={router} />
    </Provider>,
  );
  return { router, user: userEvent.setup() };
}

const field = () => screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Votre note" });
const consent = () => screen.getByRole("checkbox", { name: /^J’accepte que l’école garde/ });
const save = () => screen.getByRole("button", { name: "Enregistrer la note" });
const puts = () => sent.filter(({ call }) => call.startsWith("PUT"));

test("a note is saved with the learner’s consent, not without", async () => {
  const { user } = show();
  await user.type(await field(), " Des documents en gros caractères. ");
  expect(screen.queryByRole("button", { name: "Supprimer la note" })).toBeNull();
  await user.click(save());
  expect(screen.getByText("Cette note n’est gardée qu’avec l’accord de l’élève.")).toBeTruthy();
  expect(document.activeElement).toBe(consent());
  expect(puts()).toEqual([]);
  await user.click(consent());
  await user.click(save());
  expect(await screen.findByText("La note est enregistrée.")).toBeTruthy();
  const body = { text: "Des documents en gros caractères.", consent: true };
  expect(puts()).toEqual([{ call: "PUT /users/3/needs", body }]);
  expect((await field()).value).toBe(body.text);
  expect(screen.getByText(/^Accord donné le 20 novembre 2026/)).toBeTruthy();
});

test("what was typed stays when it could not be saved, and is not left without a question", async () => {
  kept = note;
  answers["PUT /users/3/needs"] = () => failure(503, "unavailable");
  const { router, user } = show();
  await user.type(await field(), " Et une pause.");
  await user.click(save());
  expect(await screen.findByText(/^La note n’a pas été enregistrée\./)).toBeTruthy();
  expect((await field()).value).toBe("Une place près du tableau. Et une pause.");
  await user.click(screen.getByRole("link", { name: "Partir" }));
  const guard = within(await screen.findByRole("dialog", { name: "Quitter sans enregistrer ?" }));
  await user.click(guard.getByRole("button", { name: "Quitter sans enregistrer" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/ailleurs"));
});

test("a note that is too long is not sent", async () => {
  kept = note;
  const { user } = show();
  await user.click(await field());
  await user.paste("x".repeat(1000));
  await user.click(save());
  expect(screen.getByText(/^Au plus 1.000 caractères sont acceptés\.$/)).toBeTruthy();
  expect(puts()).toEqual([]);
});

test("a note is deleted after a question, also when its text was emptied", async () => {
  kept = note;
  const { user } = show();
  await user.clear(await field());
  await user.click(save());
  const dialog = within(await screen.findByRole("dialog", { name: "Supprimer cette note ?" }));
  answers["DELETE /users/3/needs"] = () => failure(503, "unavailable");
  await user.click(dialog.getByRole("button", { name: "Supprimer la note" }));
  expect(await dialog.findByRole("alert")).toBeTruthy();
  answers["DELETE /users/3/needs"] = () => new Response(null, { status: 204 });
  await user.click(dialog.getByRole("button", { name: "Supprimer la note" }));
  expect(await screen.findByText("La note est supprimée.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Supprimer la note" })).toBeNull();
  expect(consent()).toHaveProperty("checked", false);
});

test("a note that could not be read is asked for again", async () => {
  answers["GET /users/3/needs"] = () => failure(403, "forbidden");
  const { user } = show();
  expect(await screen.findByText("La note n’a pas pu être chargée.")).toBeTruthy();
  answers["GET /users/3/needs"] = () => Response.json(note);
  await user.click(screen.getByRole("button", { name: "Réessayer" }));
  expect((await field()).value).toBe(note.text);
});

test("a guardian writes the note of a child", async () => {
  const ward = { id: 8, version: 1, firstName: "Léa", lastName: "Morel" };
  answers["GET /users/me/learners"] = () => Response.json([ward]);
  answers["GET /users/8/needs"] = () => Response.json(null);
  answers["PUT /users/8/needs"] = () => Response.json(note);
  const { user } = show(<Wards />);
  const section = within(
    await screen.findByRole("region", { name: "Ce qui aide Léa Morel en classe" }),
  );
  await user.type(await section.findByLabelText("Note pour Léa Morel"), note.text);
  await user.click(section.getByRole("checkbox", { name: /^J’accepte, pour Léa Morel/ }));
  await user.click(section.getByRole("button", { name: "Enregistrer la note" }));
  await screen.findByText("La note est enregistrée.");
  expect(puts()).toEqual([
    { call: "PUT /users/8/needs", body: { text: note.text, consent: true } },
  ]);
});
