// What a lesson is made of, as the server answers it.
import type { components } from "../../api/schema";

type Schemas = components["schemas"];

export type LessonText = Schemas["Lesson"];
export type Resource = Schemas["Resource"];
export type Quiz = Schemas["Quiz"];
export type QuizResult = Schemas["QuizResult"];
export type QuizAnswer = Schemas["Answer"];

/** A part of a lesson on its way, come or failed: what a query says of it. */
export interface Part<Data> {
  data: Data | undefined;
  error: unknown;
  /** Answers what is there afterwards. `cancelRefetch: false` joins a call that is already under way. */
  refetch: (options?: { cancelRefetch?: boolean }) => Promise<{ data: Data | undefined }>;
}

/** With when it came, in milliseconds since 1970. */
export interface Aged<Data> extends Part<Data> {
  dataUpdatedAt: number;
}
