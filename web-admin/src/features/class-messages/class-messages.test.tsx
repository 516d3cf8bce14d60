// Messages to a class: what was sent, what is asked before sending, and what stays when it fails.
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { createQueryClient } from "web-shared/api/query";
import { endSession, startSession } from "web-shared/api/session";
import { student } from "web-shared/fixtures";
import { Provider } from "web-shared/ui/Provider";
import { ClassMessagesPage } from "./ClassMessagesPage";

// jsdom has no fonts, whose loading fields that grow wait for.
Object.assign(document, { fonts: new EventTarget() });

const sent = {
  id: 3,
  text: "À lundi !",
  fileUrl: "/api/files/carta.pdf?by=1",
  fileName: "carta.pdf",
  authorName: null,
  createdAt: "2026-11-20T08:12:00Z",
  recipients: 2,
};
const found = {
  courseId: 7,
  courseName: "Il caffè",
  languageCode: "it",
  learners: 2,
  messages: [sent],
};

interface Posted {
  key: string | null;
  body: unknown;
}

/** The page; `answer` is what the school says to a message. */
function open(answers: { get?: () => Response; post?: () => Response } = {}) {
  const posted: Posted[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.method !== "POST") return answers.get?.() ?? Response.json(found);
    posted.push({ key: request.headers.get("Idempotency-Key"), body: await request.json() });
    return answers.post?.() ?? Response.json({ ...sent, id: 4 }, { status: 201 });
  });
  const router = createMemoryRouter(
    [{ path: "/course/:id/messages", element: <ClassMessagesPage /> }],
    { initialEntries: ["/course/7/messages"] },
  );
  render(
    <Provider queries={createQueryClient()}>
      <RouterProvider router={router} />
    </Provider>,
  );
  return { user: userEvent.setup(), posted };
}

function signIn(role: "EDITOR" | "TEACHER") {
  startSession({ accessToken: "a", refreshToken: "r", user: { ...student, role } }, false);
}

beforeEach(() => {
  endSession();
  signIn("EDITOR");
});

const field = () => screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Message" });
const send = () => screen.getByRole("button", { name: "Envoyer" });

test("what was sent stands with its author, its readers and its file", async () => {
  open();
  expect(await screen.findByText("À lundi !")).toBeTruthy();
  expect(screen.getByText(/Ancien membre de l’équipe.*2 élèves/)).toBeTruthy();
  const file = screen.getByRole("link", { name: "carta.pdf" });
  expect(file.getAttribute("href")).toBe(sent.fileUrl);
});

test("before a message leaves it is said how many get it, and it leaves once", async () => {
  const { user, posted } = open();
  await user.type(await field(), " Bonjour ");
  await user.click(send());
  const question = await screen.findByRole("dialog");
  expect(within(question).getByText(/2 élèves le reçoivent par e-mail/)).toBeTruthy();
  expect(posted).toEqual([]);
  await user.click(within(question).getByRole("button", { name: "Envoyer" }));
  expect(await screen.findByText("Le message part à la classe.")).toBeTruthy();
  expect(posted.map(({ body }) => body)).toEqual([{ text: "Bonjour" }]);
  expect((await field()).value).toBe("");
});

test("what is typed stays when it did not leave, and goes under the same key again", async () => {
  const answers = {
    post: () => Response.json({ status: 503, code: "unavailable", message: "" }, { status: 503 }),
  };
  const { user, posted } = open(answers);
  await user.type(await field(), "Bonjour");
  for (const time of [1, 2]) {
    await user.click(send());
    const question = await screen.findByRole("dialog");
    await user.click(within(question).getByRole("button", { name: "Envoyer" }));
    expect(await screen.findByText(/Le message n’est pas parti/)).toBeTruthy();
    expect(posted).toHaveLength(time);
  }
  expect((await field()).value).toBe("Bonjour");
  expect(posted[0]?.key).toBeTruthy();
  expect(posted[1]?.key).toBe(posted[0]?.key);
});

test("an empty message asks for its text and nothing else", async () => {
  const { user, posted } = open();
  await field();
  await user.click(send());
  expect(screen.queryByRole("dialog")).toBeNull();
  expect((await field()).getAttribute("aria-invalid")).toBe("true");
  expect(posted).toEqual([]);
});

test("without learners it is said that no mail leaves", async () => {
  const { user } = open({ get: () => Response.json({ ...found, learners: 0, messages: [] }) });
  await user.type(await field(), "Bonjour");
  expect(screen.getByText("Aucun message pour le moment.")).toBeTruthy();
  await user.click(send());
  expect(await screen.findByText(/aucun e-mail ne part/)).toBeTruthy();
});

test("a class that is not one's own is named so, and a teacher goes back to the own class", async () => {
  signIn("TEACHER");
  open({
    get: () => Response.json({ status: 404, code: "not_found", message: "" }, { status: 404 }),
  });
  expect(await screen.findByText(/vous n’y enseignez pas/)).toBeTruthy();
  expect(screen.getByRole("link", { name: "La classe" }).getAttribute("href")).toBe("/classes/7");
});
