// What a refused question does with the focus of whoever mends it.
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ReactNode, useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "web-shared/api/problem";
import { createQueryClient } from "web-shared/api/query";
import { Provider } from "web-shared/ui/Provider";
import { QuestionForm } from "./QuestionForm";
import { BLANK_QUESTION, type QuestionDraft, translationsOf } from "./question";

beforeEach(() => {
  vi.stubGlobal("fetch", async () => new Response(null, { status: 500 }));
  // Fields that grow with their text listen to it; jsdom has none.
  Object.defineProperty(document, "fonts", { value: new EventTarget(), configurable: true });
});

const refused = new ApiError({
  status: 422,
  code: "required",
  message: "",
  fields: [{ name: "questionText", code: "required", message: "" }],
});

const misfit = new ApiError({
  status: 422,
  code: "invalid",
  message: "",
  fields: [{ name: "translations[1].question", code: "gaps_differ", message: "" }],
});

function Translated({ error }: { error?: ApiError }) {
  const [value, setValue] = useState<QuestionDraft>({
    ...BLANK_QUESTION,
    text: "Complétez : Io ___",
    translations: [
      { key: "en", text: "Complete: Io ___" },
      { key: "zh", text: "填空：Io ___" },
    ],
  });
  return (
    <>
      <QuestionForm value={value} onChange={setValue} error={error} language="it" withLevel />
      <output>{JSON.stringify(translationsOf(value))}</output>
    </>
  );
}

function show(content: ReactNode) {
  render(<Provider queries={createQueryClient()}>{content}</Provider>);
  return userEvent.setup();
}

const asked = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Question" });
const sent = () => JSON.parse(document.querySelector("output")?.textContent ?? "");

function Written() {
  const [value, setValue] = useState(BLANK_QUESTION);
  return <QuestionForm value={value} onChange={setValue} error={refused} language="it" />;
}

test("a refusal shows its first field once, and lets the others be mended", async () => {
  render(
    <Provider queries={createQueryClient()}>
      <Written />
    </Provider>,
  );
  const user = userEvent.setup();
  const text = screen.getByRole("textbox", { name: /^Question|^Énoncé|^Texte/ });
  expect(document.activeElement).toBe(text);
  const explanation = screen.getByRole("textbox", { name: /^Explication/ });
  await user.type(explanation, "Un salut");
  expect((explanation as HTMLTextAreaElement).value).toBe("Un salut");
  expect(document.activeElement).toBe(explanation);
});

test("a question is translated from itself, one language at a time, and a translation goes", async () => {
  const user = show(<Translated />);
  expect(asked().value).toBe("Complétez : Io ___");
  expect(screen.getAllByRole("tab").map(({ textContent }) => textContent)).toEqual([
    "Français texte d’origine",
    "English (traduit)",
    "Italiano ",
    "中文 (traduit)",
  ]);
  await user.click(screen.getByRole("tab", { name: /Italiano/ }));
  await user.click(screen.getByRole("button", { name: "Traduire" }));
  expect(asked().value).toBe("Complétez : Io ___");
  expect(asked().lang).toBe("it");
  await user.clear(asked());
  await user.type(asked(), "Completi: Io ___");
  await user.click(screen.getByRole("tab", { name: /English/ }));
  expect(asked().value).toBe("Complete: Io ___");
  await user.click(screen.getByRole("button", { name: "Supprimer cette traduction" }));
  expect(screen.queryByRole("textbox", { name: "Question" })).toBeNull();
  expect(sent()).toEqual([
    { lang: "it", question: "Completi: Io ___" },
    { lang: "zh", question: "填空：Io ___" },
  ]);
});

test("a question of the level test goes into the short test when that is switched on", async () => {
  const user = show(<Translated />);
  const inShort = screen.getByRole<HTMLInputElement>("switch", { name: /^Dans le test court/ });
  expect(inShort.checked).toBe(false);
  expect(screen.getByText(/^Le test court pose toutes ces questions\./)).toBeTruthy();
  await user.click(inShort);
  expect(inShort.checked).toBe(true);
  show(<Written />);
  expect(screen.getAllByRole("switch")).toHaveLength(1); // of a quiz there is none
});

test("what is wrong in a translation is shown in its language", async () => {
  show(<Translated error={misfit} />);
  await waitFor(() => expect(document.activeElement).toBe(asked()));
  expect(asked().value).toBe("填空：Io ___");
  expect(screen.getByText("Gardez les mêmes trous que dans la question.")).toBeTruthy();
  expect(screen.getByRole("tab", { name: "中文 (à corriger)" })).toBeTruthy();
});
