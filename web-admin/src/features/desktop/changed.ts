// What is shown of each kind of content: the beginnings of the keys under which it was asked for.

const COURSES = ["courses", "editable-course", "content", "attention"];
const NAMES = ["references", "courses"];
const TIMETABLE = ["class-sessions", "session-series"];

const SHOWN: Record<string, string[]> = {
  language: ["languages", ...NAMES],
  level: ["levels", ...NAMES],
  teacher: ["teachers", ...NAMES, ...TIMETABLE],
  course: [...COURSES, ...TIMETABLE],
  module: [...COURSES, ...TIMETABLE],
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
  room: ["rooms", "references", ...TIMETABLE],
  closure: ["closures"],
  "session-series": ["session-series"],
  "class-session": ["class-sessions", "courses", "attention"],
};

export function keysOf(kinds: string[]): string[][] {
  const names = new Set(kinds.flatMap((kind) => SHOWN[kind] ?? []));
  return [...names].map((name) => [name]);
}
