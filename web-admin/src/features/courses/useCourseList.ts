// Which courses are shown, as the address says: its filters, its order, its page.
import { useSearchParams } from "react-router";
import type { Course } from "web-shared/api/courses";
import { type Column, type Sort, sorted } from "../../ui/Table";
import { useChoice, usePage, useSort, useSought } from "../../ui/usePage";
import { languagesOf, matching, STATUSES, TYPES } from "./filters";

export const SIZE = 10;
const BY_NAME: Sort = { by: "name", descending: false };

export type CourseList = ReturnType<typeof useCourseList>;

/** `courses`: all there are, nothing while they are on their way. */
export function useCourseList(courses: Course[] | undefined, columns: Column<Course>[]) {
  const [, setQuery] = useSearchParams();
  const languages = languagesOf(courses ?? []);
  const search = useSought();
  const [type, setType] = useChoice("type", TYPES);
  const [status, setStatus] = useChoice("status", STATUSES);
  const [language, setLanguage] = useChoice("language", [
    "all",
    ...languages.map(([code]) => code),
  ]);
  const [sort, setSort] = useSort(BY_NAME);
  const [asked, turn] = usePage();

  const filters = { search, type, status, language };
  const found = courses && sorted(matching(courses, filters), columns, sort);
  const total = found?.length ?? 0;
  const page = Math.min(asked, Math.max(1, Math.ceil(total / SIZE)));
  return {
    shown: found?.slice((page - 1) * SIZE, page * SIZE),
    total,
    page,
    turn,
    sort,
    setSort,
    search,
    type,
    setType,
    status,
    setStatus,
    language,
    setLanguage,
    languages,
    reset: () => setQuery({}),
  };
}
