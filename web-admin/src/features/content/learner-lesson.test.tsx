// The preview of a lesson: what its learner sees, hears and answers, and what it says when a part does not come.
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { createQueryClient } from "web-shared/api/query";
import { Provider } from "web-shared/ui/Provider";
import { browser } from "../../platform/browser";
import { runOn } from "../../platform/platform";
import type { App } from "../../platform/types";
import { Taught } from "./course";
import type { Lesson } from "./kinds";
import { LearnerLesson } from "./LearnerLesson";

const lesson: Lesson = {
  id: 11,
  version: 1,
  chapterId: 1,
  title: "Le bar",
  content: "<p>Un caffè, per favore.</p>",
  orderIndex: 1,
};

const video = {
  id: 1,
  chapterLessonId: 11,
  type: "VIDEO",
  title: "Saluti",
  url: "https://youtu.be/Tm88QAI8I5A",
  youtubeId: "Tm88QAI8I5A",
};

const quiz = {
  id: 5,
  version: 1,
  lessonId: 11,
  instructions: "Une question.",
  questions: [
    { id: 1, quizId: 5, questionText: "On dit…", typeCode: "QCM", options: ["Dammi", "Vorrei"] },
  ],
};

let answers: Record<string, (request: Request) => Response | Promise<Response>> = {};
const refusal = () => Response.json({ status: 422, code: "invalid", message: "" }, { status: 422 });

beforeEach(() => {
  answers = {};
  runOn(browser);
  vi.stubGlobal("fetch", async (request: Request) => {
    const answer = answers[new URL(request.url).pathname.replace("/api", "")];
    return answer ? answer(request) : Response.json([]);
  });
});

function open(of = lesson) {
  const data = [of];
  const alone = { data, error: null, refetch: async () => ({ data }) };
  render(
    <Provider queries={createQueryClient()}>
      <MemoryRouter>
        <Taught value="it">
          <LearnerLesson lesson={of} lessons={alone} />
        </Taught>
      </MemoryRouter>
    </Provider>,
  );
  return userEvent.setup();
}

test("a video of YouTube plays in the preview, and YouTube hears of nobody before", async () => {
  answers["/resources/lesson/11"] = () => Response.json([video]);
  const user = open();
  await user.click(await screen.findByRole("button", { name: "Lire la vidéo : Saluti" }));
  expect(screen.getByTitle("Saluti").getAttribute("src")).toMatch(
    /^https:\/\/www\.youtube-nocookie\.com\/embed\/Tm88QAI8I5A\?/,
  );
});

test("the window of the app shows no other site: YouTube opens in the browser", async () => {
  runOn({ drafts: null, app: {} as App });
  answers["/resources/lesson/11"] = () => Response.json([video]);
  open();
  const link = await screen.findByRole("link", { name: /^Lire la vidéo : Saluti/ });
  expect(link.getAttribute("href")).toBe("https://www.youtube.com/watch?v=Tm88QAI8I5A");
  expect(link.getAttribute("target")).toBe("_blank");
  expect(document.querySelector("iframe")).toBeNull();
});

test("films, pictures, recordings and documents stand where the learner finds them", async () => {
  answers["/resources/lesson/11"] = () =>
    Response.json([
      { ...video, id: 2, title: "Fiche", type: "PDF", url: "/api/files/f.pdf", youtubeId: null },
      {
        ...video,
        id: 3,
        title: "Dialogue",
        type: "LINK",
        url: "/api/files/d.mp3",
        youtubeId: null,
      },
      {
        ...video,
        id: 4,
        title: "Ciao",
        url: "/api/files/c.mp4",
        link: "/api/files/c.mp4?seal=1",
        captionsUrl: "/api/files/c.vtt",
        captionsLink: "/api/files/c.vtt?seal=1",
        youtubeId: null,
      },
    ]);
  open();
  const film = await screen.findByLabelText("Ciao");
  expect(film.getAttribute("src")).toBe("/api/files/c.mp4?seal=1");
  expect(film.querySelector("track")?.getAttribute("src")).toBe("/api/files/c.vtt?seal=1");
  expect(film.querySelector("track")?.getAttribute("srclang")).toBe("it");
  expect(screen.getByRole("button", { name: "Écouter l’enregistrement" })).toBeTruthy();
  const documents = within(screen.getByRole("list", { name: "Documents de la leçon" }));
  expect(documents.getAllByRole("link")).toHaveLength(1);
  const order = [film, screen.getByText("Un caffè, per favore."), documents.getByRole("link")];
  for (const [at, one] of order.slice(1).entries()) {
    expect(order[at]?.compareDocumentPosition(one)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  }
});

test("a quiz that does not load says so and is asked for again", async () => {
  answers["/quizzes/lesson/11"] = refusal;
  const user = open();
  const words = await screen.findByText("Le quiz n’a pas pu être chargé.");
  const failed = within(words.closest("[role=alert]") as HTMLElement);
  answers["/quizzes/lesson/11"] = () => Response.json([quiz]);
  await user.click(failed.getByRole("button", { name: "Réessayer" }));
  await screen.findByRole("radio", { name: "Vorrei" });
  expect(screen.queryByRole("alert")).toBeNull();
});

test("questions come with their quiz: one answer that is missing hides nothing", async () => {
  answers["/quizzes/lesson/11"] = () => Response.json([quiz, { ...quiz, id: 6, questions: [] }]);
  answers["/questions/quiz/5"] = refusal;
  open();
  expect(await screen.findByRole("radio", { name: "Vorrei" })).toBeTruthy();
  expect(screen.getAllByRole("heading", { name: "Le petit quiz" })).toHaveLength(1);
});

test("a quiz is corrected as it is for a learner, without a subscription", async () => {
  answers["/quizzes/lesson/11"] = () => Response.json([quiz]);
  let sent: unknown;
  answers["/quizzes/5/submit"] = async (request) => {
    sent = [new URL(request.url).search, await request.json()];
    return Response.json({
      score: 1,
      total: 1,
      percent: 100,
      results: [{ questionId: 1, outcome: "right", correctAnswer: "Vorrei", explanation: null }],
    });
  };
  const user = open();
  await user.click(await screen.findByRole("radio", { name: "Vorrei" }));
  await user.click(screen.getByRole("button", { name: "Vérifier mes réponses" }));
  await screen.findByText("1 bonne réponse sur 1");
  expect(sent).toEqual(["", [{ questionId: 1, givenAnswer: "Vorrei" }]]);
});

test("a lesson with nothing in it says so", async () => {
  open({ ...lesson, content: "" });
  expect(await screen.findByText("Cette leçon n’a pas encore de contenu.")).toBeTruthy();
});
