import type { CourseType } from "web-shared/api/courses";
import { languageOf } from "web-shared/theme/language";

interface List {
  type: CourseType;
  language?: string | undefined;
}

/** The list of one type and language, or of all languages: its one address, whatever narrows it; or only one level of it. */
export function listAddress(of: List, level?: string): string {
  const language = languageOf(of.language);
  const query = new URLSearchParams({
    ...(language && { language: language.name }),
    type: of.type,
    ...(level && { level }),
  });
  return `/courses?${query}`;
}
