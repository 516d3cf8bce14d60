import type { CourseType } from "web-shared/api/courses";

interface List {
  type: CourseType;
  /** Its name in French. */
  language?: string | undefined;
}

/** The list of one type and language, or of all languages: its one address, whatever narrows it; or only one level of it. */
export function listAddress(of: List, level?: string): string {
  const query = new URLSearchParams({
    ...(of.language && { language: of.language }),
    type: of.type,
    ...(level && { level }),
  });
  return `/courses?${query}`;
}
