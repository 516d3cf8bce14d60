import type { Caller } from "../../../web-public/e2e/support/api.ts";
import { fill, find, press, see } from "./page.ts";
import type { Scene } from "./test.ts";

export type LessonPlace = {
  id: number;
  /** Its address in the dashboard. */
  place: string;
  /** What it says at the school. */
  text: (caller: Caller) => Promise<string>;
};

/** A new chapter with a lesson “Le timbre” in a course of the demo school. */
export async function lessonOfDemo(editor: Caller): Promise<LessonPlace> {
  const courses: { id: number }[] = await editor.ok("GET", "/courses");
  const course = await editor.ok("GET", `/courses/${courses[0]?.id}/details`);
  const module = course.modules[0];
  const chapter = await editor.ok("POST", "/chapters", {
    courseModuleId: module.id,
    title: "À la poste",
    content: "Les lettres.",
  });
  const [lesson] = await editor.ok("POST", "/chapter-lessons/batch", [
    { chapterId: chapter.id, title: "Le timbre", content: "<p>Le timbre.</p>" },
  ]);
  return {
    id: lesson.id,
    place: `course/modules/${course.id}?module=${module.id}&chapter=${chapter.id}&lesson=${lesson.id}`,
    text: async (caller) => (await caller.ok("GET", `/chapter-lessons/${lesson.id}`)).content,
  };
}

/** Writes this in place of what the lesson “Le timbre” says. */
export async function changeLesson({ bureau }: Scene, place: string, text: string): Promise<void> {
  await bureau.open(place);
  await press(bureau, "button", "Modifier : Le timbre");
  await fill(bureau, "Contenu", text, { here: true });
  await press(bureau, "button", "Enregistrer", { here: true });
  await find(bureau, "button", "Modifier : Le timbre");
  await see(bureau, text);
}
