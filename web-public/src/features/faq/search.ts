// Looking for a question: the words may stand in it or in its answer.
import { found, wordsOf } from "web-shared/format/search";
import type { Entry, Topic } from "./api";

export interface Search {
  words: string[];
  topics: Topic[];
  /** How many entries were found. */
  count: number;
}

export function searchIn(topics: Topic[], sought: string): Search {
  const words = wordsOf(sought);
  const left = topics
    .map((topic) => ({ ...topic, entries: topic.entries.filter((entry) => holds(entry, words)) }))
    .filter((topic) => topic.entries.length > 0);
  return { words, topics: left, count: left.reduce((sum, { entries }) => sum + entries.length, 0) };
}

/** Whether what was sought stands in the answer only: then it must be open to be seen. */
export function onlyInAnswer(entry: Entry, words: string[]): boolean {
  return words.length > 0 && !found(entry.question, words);
}

function holds(entry: Entry, words: string[]): boolean {
  return found(`${entry.question} ${plain(entry.answer)}`, words);
}

const ENTITIES: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"' };

/** Rich text without its tags. */
function plain(html: string): string {
  return html.replace(/<[^>]*>/g, " ").replace(/&\w+;/g, (entity) => ENTITIES[entity] ?? entity);
}
