// What the address of a test asks for.
import { testAddress } from "web-shared/testAddress";
import { languageOf, type Taught } from "web-shared/theme/language";

/** The page that asks for the language. */
export const CHOOSER = testAddress(undefined);

/** The language a query asks for, or where it leads without one that is taught. */
export function askedIn(query: URLSearchParams): { language?: Taught; elsewhere: string } {
  const asked = query.get("language")?.trim();
  const language = languageOf(asked);
  return { ...(language && { language }), elsewhere: asked ? CHOOSER : "/" };
}
