// What the address of a test asks for.

import type { Languages, Taught } from "web-shared/taughtLanguages";
import { testAddress } from "web-shared/testAddress";

/** The page that asks for the language. */
export const CHOOSER = testAddress(undefined);

/** The language a query asks for, or where it leads without one that is taught. */
export function askedIn(
  query: URLSearchParams,
  languages: Languages,
): { language?: Taught; elsewhere: string } {
  const asked = query.get("language")?.trim();
  const language = languages.of(asked);
  return { ...(language && { language }), elsewhere: asked ? CHOOSER : "/" };
}

/** A test is the same sheet for all, or one chosen question after another; without either it begins with what it is. */
export type Form = "adaptive" | "fixed";

/** The parameter of the address. */
export const FORM = "form";

export function hasForm(query: URLSearchParams, form: Form): boolean {
  return query.get(FORM) === form;
}
