// What is shown of each kind of content: the beginnings of the keys under which it was asked for.

const COURSES = ["courses", "editable-course", "content", "attention"];
const NAMES = ["references", "courses"];

const SHOWN: Record<string, string[]> = {
  language: ["languages", ...NAMES],
  level: ["levels", ...NAMES],
  teacher: ["teachers", ...NAMES],
  course: COURSES,
  module: COURSES,
  objective: COURSES,
  prerequisite: COURSES,
  chapter: ["content"],
  lesson: ["content"],
  resource: ["content"],
  quiz: ["content"],
  "quiz-question": ["content"],
  "test-question": ["tests"],
  faq: ["faq"],
  "faq-category": ["faq"],
};

export function keysOf(kinds: string[]): string[][] {
  const names = new Set(kinds.flatMap((kind) => SHOWN[kind] ?? []));
  return [...names].map((name) => [name]);
}
