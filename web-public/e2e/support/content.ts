// The course that the demo student is learning, as an editor finds it in the dashboard.
import { expect, type Locator, type Page } from "@playwright/test";
import { Caller } from "./api.ts";
import { demoStudent, subscriptionOf } from "./learner.ts";
import { password, type School } from "./school.ts";
import { enter } from "./visitor.ts";

export const EDITOR = "editor@preau.test";

/** The editor at the modules of the course that the demo student is learning. */
export async function atModules(page: Page, school: School) {
  const student = await demoStudent(school.url);
  const subscription = await subscriptionOf(student, "ACTIVE");
  const editor = await new Caller(school.url).signIn(EDITOR, password);
  await enter(page, editor);
  const moduleId = subscription.modules.at(-1)?.moduleId ?? 0;
  const address = `/dashboard/course/modules/${subscription.courseId}?module=${moduleId}`;
  await page.goto(address);
  await expect(page.getByText(/^Modules chargés\s: \d+$/)).toBeVisible();
  return { editor, student, subscription, moduleId, address };
}

export type Titled = { id: number; title: string; version: number };

export const panel = (page: Page, title: string | RegExp) =>
  page.getByRole("article").filter({ has: page.getByRole("heading", { level: 3, name: title }) });

export const lessonIn = (chapter: Locator, page: Page, title: string) =>
  chapter
    .getByRole("article")
    .filter({ has: page.getByRole("heading", { level: 5, name: title, exact: true }) });

/** A new module's worth of content, made through the API: a chapter with two lessons, the first with a resource. */
async function someContent(editor: Caller, moduleId: number) {
  const chapter: Titled = await editor.ok("POST", "/chapters", {
    courseModuleId: moduleId,
    title: "À la poste",
    content: "Les lettres.",
  });
  const lessons: Titled[] = await editor.ok(
    "POST",
    "/chapter-lessons/batch",
    ["Le timbre", "Le guichet"].map((title) => ({
      chapterId: chapter.id,
      title,
      content: `<p>${title}.</p>`,
    })),
  );
  const resource: Titled = await editor.ok("POST", "/resources", {
    chapterLessonId: lessons[0]?.id,
    title: "Le film",
    url: "https://youtu.be/t4IjJav7xbg",
    type: "VIDEO",
  });
  return { chapter, lessons, resource };
}

/** The editor at a lesson whose resources are unfolded. */
export async function atLesson(page: Page, school: School) {
  const place = await atModules(page, school);
  const content = await someContent(place.editor, place.moduleId);
  const [first] = content.lessons;
  await page.goto(`${place.address}&chapter=${content.chapter.id}&lesson=${first?.id}`);
  const chapter = panel(page, /À la poste$/);
  const lesson = lessonIn(chapter, page, "Le timbre");
  await expect(lesson.getByRole("link", { name: /^Le film/ })).toBeVisible();
  return { ...place, ...content, chapterPanel: chapter, lessonItem: lesson };
}
