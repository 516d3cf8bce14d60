// Writing to the school as a visitor does: consent first, sent once, nothing typed is lost.
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { beforeEach, expect, test, vi } from "vitest";
import { createQueryClient } from "web-shared/api/query";
import { endSession, startSession } from "web-shared/api/session";
import { student } from "web-shared/fixtures";
import { Provider } from "web-shared/ui/Provider";
import { ContactForm } from "./ContactForm";
import { MeetingBlock } from "./MeetingBlock";

let answer: () => Response | Promise<Response>;
let sent: { key: string | null; body: Record<string, unknown> }[];
let meetingUrl: string | null;

beforeEach(() => {
  endSession();
  sent = [];
  meetingUrl = null;
  answer = () => new Response("Email envoyé avec succès !");
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.method === "GET") return Response.json({ meetingUrl });
    sent.push({ key: request.headers.get("Idempotency-Key"), body: await request.json() });
    return answer();
  });
});

function open(path = "/contacts") {
  const element = (
    <>
      <ContactForm />
      <MeetingBlock />
    </>
  );
  const router = createMemoryRouter([{ path: "*", element }], { initialEntries: [path] });
  render(
    <Provider queries={createQueryClient()}>
      <RouterProvider router={router} />
    </Provider>,
  );
  return { router, user: userEvent.setup() };
}

type User = ReturnType<typeof userEvent.setup>;

async function write(user: User) {
  await user.type(await screen.findByLabelText("Votre nom"), "Zoé Blanc");
  await user.type(screen.getByLabelText("Votre e-mail"), "zoe@exemple.test");
  await user.type(screen.getByLabelText("Votre message"), "Bonjour");
}

const agree = (user: User) => user.click(screen.getByRole("checkbox"));
const send = (user: User) => user.click(screen.getByRole("button", { name: "Envoyer le message" }));
const typedIn = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;

test("without consent nothing is sent, and the box says why", async () => {
  const { user } = open();
  await write(user);
  await send(user);
  expect(screen.getByText("Veuillez accepter la politique de confidentialité.")).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("checkbox")));
  expect(sent).toEqual([]);
});

test("a message leaves once however often one presses, and the form is empty again", async () => {
  const { user } = open();
  await write(user);
  await agree(user);
  let release = () => {};
  answer = () =>
    new Promise((resolve) => {
      release = () => resolve(new Response("Email envoyé avec succès !"));
    });
  const button = screen.getByRole("button", { name: "Envoyer le message" });
  button.click();
  button.click();
  await waitFor(() => expect(sent).toHaveLength(1));
  release();
  expect(await screen.findByText("Email envoyé avec succès !")).toBeTruthy();
  expect(sent).toHaveLength(1);
  expect(sent[0]?.key).toMatch(/^[0-9a-f]{32}$/);
  expect(sent[0]?.body).toEqual({
    name: "Zoé Blanc",
    email: "zoe@exemple.test",
    message: "Bonjour",
    consent: true,
  });
  expect(typedIn("Votre message")).toBe("");
  expect(screen.getByRole<HTMLInputElement>("checkbox").checked).toBe(false);
});

test("a failure keeps what was typed; the same words go under the same key", async () => {
  answer = () => Response.json({ status: 503, code: "unavailable" }, { status: 503 });
  const { user } = open();
  await write(user);
  await agree(user);
  await send(user);
  expect(await screen.findByText("Erreur lors de l’envoi du mail")).toBeTruthy();
  expect(typedIn("Votre message")).toBe("Bonjour");
  answer = () => new Response("Email envoyé avec succès !");
  await send(user);
  expect(await screen.findByText("Email envoyé avec succès !")).toBeTruthy();
  expect(sent.map(({ key }) => key)).toEqual([sent[0]?.key, sent[0]?.key]);
});

test("what the server refuses stands under its field, which gets the focus", async () => {
  answer = () =>
    Response.json(
      {
        status: 422,
        code: "invalid",
        fields: [{ name: "email", code: "invalid_email", message: "" }],
      },
      { status: 422 },
    );
  const { user } = open();
  await write(user);
  await agree(user);
  await send(user);
  expect(await screen.findByText("Adresse email invalide.")).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Votre e-mail")));
});

test("too many messages are told as such", async () => {
  answer = () => Response.json({ status: 429, code: "too_many_requests" }, { status: 429 });
  const { user } = open();
  await write(user);
  await agree(user);
  await send(user);
  expect(await screen.findByText(/Plusieurs messages viennent de partir d’ici/)).toBeTruthy();
});

test("a reload finds what was typed, but no consent", async () => {
  const { user } = open();
  await write(user);
  await agree(user);
  cleanup();
  open();
  expect(typedIn("Votre message")).toBe("Bonjour");
  expect(screen.getByRole<HTMLInputElement>("checkbox").checked).toBe(false);
});

test("who is signed in finds name and address filled in", async () => {
  startSession({ accessToken: "a", refreshToken: "r", user: student }, false);
  open();
  expect(typedIn("Votre nom")).toBe("Jeanne Morel");
  expect(typedIn("Votre e-mail")).toBe(student.email);
});

test("a teacher named by the address is shown, sent, and can be taken away", async () => {
  const { router, user } = open("/contacts?to=Chiara%20Rossi");
  expect(await screen.findByText("Pour Chiara Rossi")).toBeTruthy();
  await write(user);
  await agree(user);
  await send(user);
  await waitFor(() => expect(sent[0]?.body.to).toBe("Chiara Rossi"));
  await user.click(
    screen.getByRole("button", { name: "Ne plus adresser le message à Chiara Rossi" }),
  );
  expect(router.state.location.search).toBe("");
  expect(screen.queryByText("Pour Chiara Rossi")).toBeNull();
});

test("asked for a call, the form takes a wished day and time and names the subject", async () => {
  const { user } = open("/contacts?subject=meeting");
  await user.type(await screen.findByLabelText("Jour souhaité (facultatif)"), "03/02/2031");
  await user.type(screen.getByLabelText("Heure souhaitée (facultatif)"), "17:30");
  await write(user);
  await agree(user);
  await send(user);
  await waitFor(() =>
    expect(sent[0]?.body).toMatchObject({
      subject: "Rendez-vous de 15 minutes",
      wishedDate: "2031-02-03",
      wishedTime: "17:30",
    }),
  );
});

test("the call leads to the school’s own address when it has one, else to the form", async () => {
  open();
  const ask = await screen.findByRole("link", { name: "Proposer un créneau" });
  expect(ask.getAttribute("href")).toBe("/contacts?subject=meeting");
  cleanup();
  meetingUrl = "https://rendez-vous.exemple.test/ecole";
  open();
  const pick = await screen.findByRole("link", { name: /^Choisir un créneau/ });
  expect(pick.getAttribute("href")).toBe(meetingUrl);
  expect([pick.getAttribute("target"), pick.getAttribute("rel")]).toEqual(["_blank", "noopener"]);
});
