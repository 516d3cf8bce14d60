// The parts of a lesson: each fails on its own; videos wait for a click; the quiz keeps its answers.
import { screen, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { here, lesson, MODULE, next, open, refusal, setUp } from "./moduleTesting";

beforeEach(setUp);

test("each part of a lesson fails and comes back on its own", async () => {
  here.answers["/resources/lesson/11"] = () => refusal(422, "invalid");
  here.answers["/quizzes/lesson/11"] = () => refusal(422, "invalid");
  here.answers["/chapter-lessons/11"] = () => refusal(422, "invalid");
  const { user } = open(MODULE);
  const failed = async (words: string) =>
    within((await screen.findByText(words)).closest("[role=alert]") as HTMLElement);
  await failed("Le quiz n’a pas pu être chargé.");
  await failed("Les documents de la leçon n’ont pas pu être chargés.");
  const text = await failed("La leçon n’a pas pu être chargée.");
  delete here.answers["/chapter-lessons/11"];
  await user.click(text.getByRole("button", { name: "Réessayer" }));
  await screen.findByText("Texte 11");
  await failed("Le quiz n’a pas pu être chargé.");
});

test("the school’s pictures and recordings are seen and heard in the lesson", async () => {
  here.answers["/resources/lesson/11"] = () =>
    Response.json([
      {
        id: 1,
        type: "LINK",
        title: "Le plan",
        url: "/files/plan.png",
        link: "/files/plan.png?s=1",
      },
      { id: 2, type: "LINK", title: "Le dialogue", url: "/files/dialogue.mp3" },
      { id: 3, type: "LINK", title: "Ailleurs", url: "https://elsewhere.example/plan.png" },
    ]);
  open(MODULE);
  await screen.findByText("Le plan");
  expect(document.querySelector("figure img")?.getAttribute("src")).toBe("/files/plan.png?s=1");
  expect(document.querySelector("audio")?.getAttribute("src")).toBe("/files/dialogue.mp3");
  expect(screen.getAllByRole("link", { name: /nouvel onglet/ })).toHaveLength(1);
});

test("YouTube is not asked before the reader wants the video", async () => {
  here.answers["/resources/lesson/11"] = () =>
    Response.json([
      {
        id: 1,
        type: "VIDEO",
        title: "Saluti",
        url: "https://youtu.be/x",
        youtubeId: "Tm88QAI8I5A",
      },
      { id: 2, type: "PDF", title: "Fiche", url: "https://school.test/fiche.pdf" },
    ]);
  const { user } = open(MODULE);
  const play = await screen.findByRole("button", { name: "Lire la vidéo : Saluti" });
  expect(document.querySelector("iframe")).toBeNull();
  const link = screen.getByRole("link", { name: /^Fiche.*nouvel onglet/ });
  expect(link.getAttribute("rel")).toContain("noopener");
  await user.click(play);
  const frame = screen.getByTitle("Saluti");
  expect(frame.getAttribute("src")).toMatch(
    /^https:\/\/www\.youtube-nocookie\.com\/embed\/Tm88QAI8I5A\?/,
  );
});

const quiz = {
  id: 5,
  version: 1,
  lessonId: 11,
  instructions: "Deux questions.",
  questions: [
    { id: 1, questionText: "On dit…", typeCode: "QCM", options: ["Dammi", "Vorrei"] },
    { id: 2, questionText: "Per me un {{1}}.", typeCode: "CLOZE", options: [] },
  ].map((question) => ({ ...question, quizId: 5, mediaUrl: null, transcript: null })),
};

test("a quiz keeps its answers when it fails and while one looks elsewhere, and is corrected at once", async () => {
  here.answers["/quizzes/lesson/11"] = () => Response.json([quiz]);
  let sent: unknown;
  here.answers["/quizzes/5/submit"] = () => refusal(422, "invalid");
  const { user } = open(MODULE);
  await user.click(await screen.findByRole("radio", { name: "Dammi" }));
  expect(screen.getByText("1 réponse sur 2")).toBeTruthy();
  const check = () => screen.getByRole("button", { name: "Vérifier mes réponses" });
  await user.click(check());
  await screen.findByText("Veuillez répondre à toutes les questions avant de soumettre.");
  const gap = () => screen.getByRole<HTMLInputElement>("textbox");
  expect(document.activeElement).toBe(gap());
  expect(here.calls.some((call) => call.includes("submit"))).toBe(false);
  await user.type(gap(), "caffe{Enter}");
  await screen.findByText(/n’ont pas pu être vérifiées/);
  expect(gap().value).toBe("caffe");

  here.answers["/quizzes/5/submit"] = async (request) => {
    sent = [new URL(request.url).search, await request.json()];
    return Response.json({
      score: 0,
      total: 2,
      percent: 0,
      results: [
        { questionId: 1, outcome: "wrong", correctAnswer: "Vorrei", explanation: "Plus poli." },
        { questionId: 2, outcome: "nearly", correctAnswer: "caffè", explanation: null },
      ],
    });
  };
  await user.click(check());
  await screen.findByText("0 bonne réponse sur 2");
  expect(sent).toEqual([
    "?subscriptionId=7",
    [
      { questionId: 1, givenAnswer: "Dammi" },
      { questionId: 2, givenAnswer: ["caffe"] },
    ],
  ]);
  expect(screen.getByText("Plus poli.")).toBeTruthy();
  expect(gap().disabled).toBe(true);

  await user.click(await next());
  await lesson(12);
  await user.click(screen.getByRole("link", { name: /Leçon précédente/ }));
  await screen.findByText("0 bonne réponse sur 2");
  await user.click(screen.getByRole("button", { name: "Recommencer le quiz" }));
  expect(screen.getByText("0 réponse sur 2")).toBeTruthy();
  expect(gap().value).toBe("");
  expect(document.activeElement?.textContent).toBe("Le petit quiz");
});

const revision = {
  words: (lessonId: number, language: string) => <p>{`retenir ${lessonId} ${language}`}</p>,
  mistakes: (count: number) => <p>{`${count} à revoir`}</p>,
};
const missed = [
  { questionId: 1, outcome: "wrong", correctAnswer: "Vorrei", explanation: null },
  { questionId: 2, outcome: "nearly", correctAnswer: "caffè", explanation: null },
];

/** Answers the quiz of the open lesson, which is corrected as these results say. */
async function takeQuiz(user: ReturnType<typeof open>["user"], results: object[]) {
  here.answers["/quizzes/5/submit"] = () =>
    Response.json({ score: 0, total: 2, percent: 0, results });
  await user.click(await screen.findByRole("radio", { name: "Dammi" }));
  await user.type(screen.getByRole("textbox"), "caffe{Enter}");
  await screen.findByText("0 bonne réponse sur 2");
}

test("the learner keeps words of a lesson, and reads how many questions of its quiz come back", async () => {
  here.answers["/quizzes/lesson/11"] = () => Response.json([quiz]);
  const { user } = open(MODULE, revision);
  expect(await screen.findByText("retenir 11 it")).toBeTruthy();
  await takeQuiz(user, missed);
  expect(screen.getByText("2 à revoir")).toBeTruthy();
});

test("whoever looks into the module of somebody else has no cards of it", async () => {
  here.module = { ...here.module, learnerId: 4 };
  here.answers["/quizzes/lesson/11"] = () => Response.json([quiz]);
  const { user } = open(MODULE, revision);
  await lesson(11);
  await takeQuiz(user, missed);
  expect(screen.queryByText(/retenir|à revoir/)).toBeNull();
});

test("a quiz without a mistake brings nothing back", async () => {
  here.answers["/quizzes/lesson/11"] = () => Response.json([quiz]);
  const { user } = open(MODULE, revision);
  await takeQuiz(
    user,
    missed.map((one) => ({ ...one, outcome: "right" })),
  );
  expect(screen.queryByText(/à revoir/)).toBeNull();
});
