// The sheet as its reader uses it: each type answered, accents at the caret, a recording that fails, the verdicts.
import { fireEvent, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { createQueryClient } from "../../api/query";
import { Provider } from "../Provider";
import type { Answers, SheetQuestion, Verdict } from "./question";
import { Sheet } from "./Sheet";
import { insert } from "./writing";

const none = { options: [], mediaUrl: null, transcript: null };
const choice: SheetQuestion = {
  ...none,
  id: 1,
  text: "Choisissez\u00a0: Io ___ di Torino.",
  typeCode: "QCM",
  options: ["sono", "ho"],
};
const trueFalse: SheetQuestion = { ...none, id: 2, text: "Vrai ou faux ?", typeCode: "TRUE_FALSE" };
const cloze: SheetQuestion = {
  ...none,
  id: 3,
  text: "Complétez. Quando {{1}} piccolo, {{2}} in campagna.",
  typeCode: "CLOZE",
};
const text: SheetQuestion = { ...none, id: 4, text: "Traduisez.", typeCode: "TEXT" };
const audio: SheetQuestion = {
  id: 5,
  text: "Écoutez.",
  typeCode: "AUDIO",
  options: ["7 h 15", "7 h 45"],
  mediaUrl: "/assets/audio/treno.mp3",
  transcript: "Alle sette e quarantacinque.",
};

let given: Answers = {};

function Answering({ questions, verdicts }: { questions: SheetQuestion[]; verdicts?: Verdict }) {
  const [answers, setAnswers] = useState<Answers>({});
  given = answers;
  return (
    <Sheet
      questions={questions}
      language="it"
      answers={answers}
      onAnswer={(id, answer) => setAnswers((before) => ({ ...before, [id]: answer }))}
      verdicts={verdicts && Object.fromEntries(questions.map(({ id }) => [id, verdicts]))}
    />
  );
}

function show(questions: SheetQuestion[], verdicts?: Verdict) {
  render(
    <Provider queries={createQueryClient()}>
      <Answering questions={questions} {...(verdicts && { verdicts })} />
    </Provider>,
  );
}

const question = (number: number) =>
  screen.getByRole("group", { name: new RegExp(`^Question ${number}`) });

beforeEach(() => {
  vi.spyOn(HTMLMediaElement.prototype, "load").mockImplementation(() => {});
});

test("each type takes its answer, and gives it on as the server wants it", async () => {
  const user = userEvent.setup();
  show([choice, trueFalse, cloze, text, audio]);
  await user.click(within(question(1)).getByRole("radio", { name: "sono" }));
  await user.click(within(question(2)).getByRole("radio", { name: "Faux" }));
  await user.type(within(question(3)).getByRole("textbox", { name: "Trou 2 sur 2" }), "abitavamo");
  await user.type(within(question(3)).getByRole("textbox", { name: "Trou 1 sur 2" }), "ero");
  await user.type(within(question(4)).getByRole("textbox"), "vorrei");
  await user.click(within(question(5)).getByRole("radio", { name: "7 h 45" }));
  expect(given).toEqual({
    1: "sono",
    2: "FALSE",
    3: ["ero", "abitavamo"],
    4: "vorrei",
    5: "7 h 45",
  });
  await user.click(within(question(1)).getByRole("radio", { name: "ho" }));
  expect(given[1]).toBe("ho");
});

test("words in the language taught say so", () => {
  show([choice, cloze, text]);
  expect(screen.getByText("Io ___ di Torino.")).toHaveProperty("lang", "it");
  expect(screen.getByText("sono")).toHaveProperty("lang", "it");
  expect(within(question(3)).getByRole("textbox")).toHaveProperty("lang", "it");
});

test("an accent key writes at the caret of the field last written in", async () => {
  const user = userEvent.setup();
  show([cloze]);
  const second = screen.getByRole<HTMLInputElement>("textbox", { name: "Trou 2 sur 2" });
  await user.type(second, "citt di");
  second.setSelectionRange(4, 4);
  await user.click(screen.getByRole("button", { name: "à" }));
  expect(given[3]).toEqual(["", "città di"]);
  expect(second).toHaveProperty("selectionStart", 5);
  expect(document.activeElement).toBe(second);
});

test("the accent keys are one stop of the Tab key, walked by arrows", async () => {
  const user = userEvent.setup();
  show([text]);
  const field = screen.getByRole("textbox");
  await user.click(field);
  await user.keyboard("perch");
  await user.tab();
  await user.keyboard("{ArrowRight}{ArrowRight}");
  expect(document.activeElement?.textContent).toBe("é");
  await user.keyboard("{Enter}");
  expect(given[4]).toBe("perché");
  expect(document.activeElement).toBe(field);
  await user.tab();
  await user.keyboard("{Home}{ArrowLeft}");
  expect(document.activeElement?.textContent).toBe("ù");
  await user.tab();
  expect(document.activeElement).toBe(document.body);
});

test("an insertion replaces what is selected and respects the longest answer", () => {
  const field = document.createElement("input");
  field.maxLength = 5;
  field.value = "abcde";
  field.setSelectionRange(1, 3);
  insert("é", field);
  expect(field.value).toBe("aéde");
  field.value = "abcde";
  field.setSelectionRange(5, 5);
  insert("é", field);
  expect(field.value).toBe("abcde");
});

test("the transcript is offered once there is an answer", async () => {
  const user = userEvent.setup();
  show([audio]);
  expect(screen.queryByText("Lire la transcription")).toBeNull();
  await user.click(screen.getByRole("radio", { name: "7 h 15" }));
  expect(screen.getByText("Lire la transcription")).toBeTruthy();
});

test("a recording that does not load says so and shows its words at once", () => {
  show([audio]);
  const recording = document.querySelector("audio") as HTMLAudioElement;
  Object.defineProperty(recording, "error", { value: { code: 4 }, configurable: true });
  fireEvent.error(recording);
  expect(screen.getByRole("alert").textContent).toContain(
    "L’enregistrement ne peut pas être lu. Lisez sa transcription, puis répondez.",
  );
  const words = screen.getByText("Alle sette e quarantacinque.").closest("details");
  expect(words).toHaveProperty("open", true);

  Object.defineProperty(recording, "error", { value: null, configurable: true });
  fireEvent.click(screen.getByRole("button", { name: "Réessayer" }));
  expect(screen.queryByRole("alert")).toBeNull();
  expect(screen.getByRole("button", { name: "Écouter l’enregistrement" })).toBeTruthy();
});

test("a recording that failed before the page was taken over says so", () => {
  const error = { value: { code: 4 }, configurable: true };
  Object.defineProperty(HTMLMediaElement.prototype, "error", error); // jsdom has none
  onTestFinished(() => void Reflect.deleteProperty(HTMLMediaElement.prototype, "error"));
  show([audio]);
  expect(screen.getByRole("alert").textContent).toContain("L’enregistrement ne peut pas être lu.");
});

test("a verdict stands below each question in words", () => {
  show([trueFalse, text], { outcome: "nearly", correctAnswer: "TRUE", explanation: "Parce que." });
  expect(screen.getAllByText("Presque : attention aux accents")).toHaveLength(2);
  expect(screen.getByText(/Réponse attendue :\s*Vrai/)).toBeTruthy();
  expect(screen.getAllByText("Parce que.")).toHaveLength(2);
});
