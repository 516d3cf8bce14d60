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
