// Cards of the demo student, whatever the demo has made of its own.
import { freshId } from "../../../web-shared/src/api/key.ts";
import type { Caller } from "./api.ts";
import { subscriptionOf } from "./learner.ts";
import type { School } from "./school.ts";

export interface Due {
  today: string;
  due: number;
  reviewedToday: number;
  nextOn: string | null;
  total: number;
  cards: { id: number; front: string; back: string }[];
}

export const dueOf = (student: Caller): Promise<Due> => student.ok("GET", "/revision/due");

/** No card of before: each test has its own. */
export function forgetCards(school: School): void {
  school.sql("DELETE FROM revision_reviews");
  school.sql("DELETE FROM revision_cards");
}

/** Words of a lesson under way, each with what it means: due at once. */
export async function keepWords(student: Caller, words: Record<string, string>): Promise<void> {
  const { id, nextModuleId } = await subscriptionOf(student, "ACTIVE");
  const path = `/progress/module?subscriptionId=${id}&moduleId=${nextModuleId}`;
  const { chapters } = await student.ok("GET", path);
  const lessonId = chapters[0].lessons[0].id;
  for (const [front, back] of Object.entries(words)) {
    await student.ok("POST", "/revision/cards", { clientId: freshId(), lessonId, front, back });
  }
}

/** Every card is due on the day the server calls today: a night has passed. */
export async function afterTheNight(school: School, student: Caller): Promise<void> {
  const { today } = await dueOf(student);
  school.sql(`UPDATE revision_cards SET due_on = '${today}'`);
}
