// The walk through a module: neighbours, where to begin and where to go on, what a view changes.
import { expect, test } from "vitest";
import { beginning, moduleSearch, onward, placeOf, seenOf, unseenOf, withView } from "./module";
import type { Module, View } from "./moduleApi";
import { chapter, learningModule } from "./moduleTesting";

const module = learningModule({
  chapters: [
    chapter(1, [11, 12], [11, 12]),
    chapter(2, [], []),
    chapter(3, [31, 32, 33], [31]),
    chapter(4, [41], []),
  ],
  resumeLessonId: 32,
});

function place(lessonId: number, of = module) {
  const found = placeOf(of, lessonId);
  if (!found) throw new Error(`no lesson ${lessonId}`);
  return found;
}

test("a lesson knows its chapter, the lesson before it in whatever chapter, the next one in its own", () => {
  expect(place(32)).toMatchObject({
    number: 3,
    chapter: { id: 3 },
    previous: { lesson: { id: 31 } },
    next: { id: 33 },
  });
  expect(place(31).previous).toMatchObject({ number: 1, lesson: { id: 12 } });
  expect(place(11).previous).toBeNull();
  expect(place(33).next).toBeNull();
  expect(placeOf(module, 99)).toBeNull();
  expect(placeOf(module, null)).toBeNull();
});

test("one begins where one stopped, else at the first lesson", () => {
  expect(beginning(module)?.lesson.id).toBe(32);
  expect(beginning({ ...module, resumeLessonId: 99 })?.lesson.id).toBe(11);
  expect(beginning({ ...module, resumeLessonId: null })?.lesson.id).toBe(11);
  expect(beginning(learningModule({ chapters: [chapter(1, [], [])] }))).toBeNull();
});

test("a finished chapter leads to the next that has lessons, the last one to what was left out", () => {
  expect(onward(module, place(12))?.lesson.id).toBe(31);
  expect(onward(module, place(33))?.lesson.id).toBe(41);
  expect(onward(module, place(41))).toMatchObject({ lesson: { id: 32 }, left: 3 });
  const seen = learningModule({ chapters: [chapter(1, [11], [11])] });
  expect(onward(seen, place(11, seen))).toBeNull();
});

const view = (lessonId: number, percent: number, completed = false): View => ({
  lesson: { id: lessonId, viewed: true },
  chapter: { id: 3, percent, completed },
  module: { id: module.moduleId, percent, completed },
  course: { id: 9, percent, completed, completionNotified: false },
});

test("a view marks its lesson and moves the progress, which never goes back", () => {
  const after = withView(withView(module, view(33, 66)), view(32, 50));
  expect(unseenOf(place(32, after).chapter)).toEqual([]);
  expect(seenOf(place(32, after).chapter)).toBe(3);
  expect(after).toMatchObject({ percent: 66, course: { percent: 66 }, resumeLessonId: 41 });
  expect(place(32, after).chapter.percent).toBe(66);
  expect(place(41, after).chapter).toEqual(place(41).chapter);
  expect(withView(withView(module, view(41, 100, true)), view(31, 90)).completed).toBe(true);
  expect(module.percent).toBe(0);
});

test("who was asked for a review in another window is not asked again by a late view", () => {
  const asked = view(33, 100, true);
  asked.course.completionNotified = true;
  expect(withView(module, asked).course.completionNotified).toBe(true);
  expect(withView(withView(module, asked), view(32, 100)).course.completionNotified).toBe(true);
  expect(withView(module, view(33, 100)).course.completionNotified).toBe(false);
});

test("the search names module, subscription and lesson", () => {
  const of: Pick<Module, "subscriptionId" | "moduleId"> = { subscriptionId: 7, moduleId: 2 };
  expect(moduleSearch(of)).toBe("?moduleId=2&subscriptionId=7");
  expect(moduleSearch(of, 31)).toBe("?moduleId=2&subscriptionId=7&lesson=31");
});
