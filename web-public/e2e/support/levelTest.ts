// Taking a level test with answers one knows: staff reads them beside the questions.
import { expect, type Page } from "@playwright/test";
import { Caller } from "./api.ts";
import { password } from "./school.ts";

export interface Asked {
  id: number;
  typeCode: "QCM" | "TRUE_FALSE" | "TEXT" | "CLOZE" | "AUDIO";
  options: string[];
  level: string | null;
  correctAnswer: string;
  inFixedTest: boolean;
}

/** The questions of the fixed test. */
export async function questionsOf(url: string, language: string): Promise<Asked[]> {
  return (await bankOf(url, language)).filter(({ inFixedTest }) => inFixedTest);
}

/** All questions of a language: the adaptive test chooses among them. */
export async function bankOf(url: string, language: string): Promise<Asked[]> {
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

/** Most questions of an adaptive test. */
const MOST = 25;

export const heading = (page: Page, number: number) =>
  page.getByRole("heading", { name: `Question ${number} · 25 au plus` });

/** The question that an adaptive test asks now. */
export async function askedNow(page: Page, bank: Asked[]): Promise<Asked> {
  const id = await page.locator("[id^=question-]").getAttribute("id");
  const asked = bank.find((one) => `question-${one.id}` === id);
  if (!asked) throw new Error(`${id} is not in the bank`);
  return asked;
}

/** Takes an adaptive test to its end, `how` answers a question, null: not known. Answers how many were asked. */
export async function takeAttempt(
  page: Page,
  bank: Asked[],
  how: (one: Asked) => string[] | null,
): Promise<number> {
  const done = page.getByText("Test terminé");
  for (let number = 1; number <= MOST; number += 1) {
    await expect(heading(page, number).or(done)).toBeVisible();
    if (await done.isVisible()) return number - 1;
    await expect(heading(page, number)).toBeFocused();
    const asked = await askedNow(page, bank);
    const given = how(asked);
    if (given) await answer(page, asked, given);
    await page.getByRole("button", { name: given ? "Répondre" : "Je ne sais pas" }).click();
  }
  await expect(done).toBeVisible();
  return MOST;
}
