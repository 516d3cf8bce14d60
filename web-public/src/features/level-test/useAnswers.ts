// The answers while the test is taken, in this browser's storage: a reload or another day loses nothing. An answer goes
// when its question is gone or has become another.

import { useEffect, useState } from "react";
import type { Taught } from "web-shared/taughtLanguages";
import type { Answers, GivenAnswer } from "web-shared/ui/sheet/question";
import type { TestQuestion } from "./api";

type Kept = Record<number, { asked: string; given: GivenAnswer }>;

const storedAs = ({ key }: Taught) => `testAnswers.${key}`;

export function useAnswers(language: Taught, questions: TestQuestion[]) {
  const [answers, setAnswers] = useState<Answers>({});
  // After the first view, which knows no storage.
  useEffect(() => setAnswers(readAnswers(language, questions)), [language, questions]);

  function give(id: number, given: GivenAnswer) {
    const after = { ...answers, [id]: given };
    write(language, questions, after);
    setAnswers(after);
  }
  function clear() {
    localStorage.removeItem(storedAs(language));
    setAnswers({});
  }
  return { answers, give, clear };
}

export function readAnswers(language: Taught, questions: TestQuestion[]): Answers {
  const kept = read(language);
  return Object.fromEntries(
    questions.flatMap((question) => {
      const known = kept[question.id];
      return known?.asked === fingerprint(question) ? [[question.id, known.given]] : [];
    }),
  );
}

function read(language: Taught): Kept {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storedAs(language)) ?? "null");
    return typeof stored === "object" && stored !== null ? (stored as Kept) : {};
  } catch {
    return {};
  }
}

function write(language: Taught, questions: TestQuestion[], answers: Answers): void {
  const kept = questions.flatMap((question) => {
    const given = answers[question.id];
    return given === undefined ? [] : [[question.id, { asked: fingerprint(question), given }]];
  });
  localStorage.setItem(storedAs(language), JSON.stringify(Object.fromEntries(kept)));
}

/** Whatever language it is asked in. */
function fingerprint({ version, typeCode, options }: TestQuestion): string {
  return JSON.stringify([version, typeCode, options]);
}
