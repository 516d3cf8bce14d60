import type { CourseType } from "web-shared/api/courses";
import { languageOf } from "web-shared/theme/language";

/** The list of one type and language, or of all languages: its one address, whatever narrows it. */
export function listAddress(of: { type: CourseType; language?: string | undefined }): string {
  const language = languageOf(of.language);
  const query = new URLSearchParams({
    ...(language && { language: language.name }),
    type: of.type,
  });
  return `/courses?${query}`;
}
