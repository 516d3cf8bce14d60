// Answering a message: what follows an answer that left, and where the focus goes.
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { createQueryClient } from "web-shared/api/query";
import { endSession, startSession } from "web-shared/api/session";
import { student } from "web-shared/fixtures";
import { Provider } from "web-shared/ui/Provider";
import type { Message } from "./api";
import { type Drafts, useDrafts } from "./drafts";
import { MessageCard } from "./MessageCard";
import { ReplyForm } from "./ReplyForm";

const message: Message = {
  id: 7,
  version: 1,
  name: "Zoé Blanc",
  email: "zoe@exemple.test",
  message: "Bonjour",
  language: "fr",
  handled: false,
  createdAt: "2026-11-20T09:00:00Z",
  replies: [],
};

// jsdom has no fonts, whose loading fields that grow wait for.
Object.assign(document, { fonts: new EventTarget() });

test("a message is marked as unanswered again only as the answer left it", async () => {
  const marked: (string | null)[] = [];
  vi.stubGlobal("fetch", async ({ method, headers }: Request) => {
    if (method === "PATCH") marked.push(headers.get("If-Match"));
    return Response.json({ ...message, version: 2, handled: true }, { status: 201 });
  });
  startSession(
    { accessToken: "a", refreshToken: "r", user: { ...student, role: "EDITOR" } },
    false,
  );
  const draft = { message, text: "Oui." };
  const drafts = { close: vi.fn(), type: vi.fn(), learn: vi.fn() } as unknown as Drafts;
  render(
    <Provider queries={createQueryClient()}>
      <ReplyForm message={message} draft={draft} drafts={drafts} />
    </Provider>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Envoyer la réponse" }));
  await userEvent.click(await screen.findByRole("button", { name: "Remettre à traiter" }));
  await waitFor(() => expect(marked).toEqual(['"2"']));
  endSession();
});

/** The list of what waits: a message that is handled leaves it. */
function Inbox({ messages }: { messages: Message[] }) {
  const drafts = useDrafts();
  return (
    <main id="main" tabIndex={-1}>
      {messages.map((one) => (
        <MessageCard key={one.id} message={one} drafts={drafts} />
      ))}
    </main>
  );
}

function inbox() {
  const queries = createQueryClient();
  return (messages: Message[]) => (
    <Provider queries={queries}>
      <Inbox messages={messages} />
    </Provider>
  );
}

test("an empty answer leads to its field, one that is given up to the button that began it", async () => {
  const shown = inbox();
  render(shown([message]));
  await userEvent.click(screen.getByRole("button", { name: "Répondre" }));
  const field = screen.getByRole("textbox");
  expect(document.activeElement).toBe(field);
  await userEvent.click(screen.getByRole("button", { name: "Envoyer la réponse" }));
  expect(document.activeElement).toBe(field);
  await userEvent.click(screen.getByRole("button", { name: "Annuler" }));
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Répondre" }));
});

test("a teacher reads what is answered, and no address", async () => {
  const shown = inbox();
  const { email: _, ...without } = message;
  render(shown([{ ...without, classMessage: "Qui vient lundi ?" }]));
  expect(screen.getByText(/Répond au message à la classe : « Qui vient lundi/)).toBeTruthy();
  expect(screen.queryByRole("link")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Répondre" }));
  expect(screen.getByText(/La réponse part vers Zoé Blanc/)).toBeTruthy();
});

test("a message that leaves the list leaves the focus on the page", async () => {
  const shown = inbox();
  const { rerender } = render(shown([message]));
  screen.getByRole("button", { name: "Marquer comme traité" }).focus();
  rerender(shown([]));
  expect(document.activeElement).toBe(screen.getByRole("main"));
});
