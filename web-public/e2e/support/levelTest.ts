// Taking a level test with answers one knows: staff reads them beside the questions.
import type { Page } from "@playwright/test";
import { Caller } from "./api.ts";
import { password } from "./school.ts";

export interface Asked {
  id: number;
  typeCode: "QCM" | "TRUE_FALSE" | "TEXT" | "CLOZE" | "AUDIO";
  options: string[];
  level: string | null;
  correctAnswer: string;
}

export async function questionsOf(url: string, language: string): Promise<Asked[]> {
  const staff = await new Caller(url).signIn("editor@preau.test", password);
  return staff.ok("GET", `/tests/${language}`);
}

/** What is right: one word or sentence, or one per gap. */
export function right({ typeCode, correctAnswer }: Asked): string[] {
  const accepted: string[] = typeCode === "CLOZE" ? JSON.parse(correctAnswer) : [correctAnswer];
  return accepted.map((alternatives) => alternatives.split("|")[0] ?? "");
}

export function wrong(question: Asked): string[] {
  const [answer] = right(question);
  if (question.typeCode === "TRUE_FALSE") return [answer === "TRUE" ? "FALSE" : "TRUE"];
  const other = question.options.find((option) => option !== answer);
  return other ? [other] : right(question).map(() => "xyz");
}

export async function answer(page: Page, { id }: Asked, given: string[]): Promise<void> {
  const question = page.locator(`#question-${id}`);
  await question.waitFor();
  const choices = question.getByRole("radio");
  if ((await choices.count()) > 0) {
    for (const choice of await choices.all()) {
      if ((await choice.getAttribute("value")) === given[0]) return choice.check();
    }
    throw new Error(`question ${id} does not offer ${given[0]}`);
  }
  const fields = question.getByRole("textbox");
  for (const [at, words] of given.entries()) await fields.nth(at).fill(words);
}
