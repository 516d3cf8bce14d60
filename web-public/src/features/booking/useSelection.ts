// What is being chosen of a course. Whoever comes back from a later step finds what they chose, and the dialog open.
import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import type { Course } from "web-shared/api/courses";
import { today } from "web-shared/format/format";
import { readDraft } from "./draft";
import { firstStart, type Selection } from "./selection";

export function useSelection(course: Course) {
  const returned = useLocation().state as { selection?: number } | null;
  const back = returned?.selection === course.id;
  const [opened, setOpened] = useState(false);
  const [selection, setSelection] = useState<Selection>(() => ({
    whole: true,
    moduleIds: [],
    date: firstStart(course, today()),
    forAnother: false,
  }));

  // The draft is this tab's: the server, which renders the page first, knows none.
  useEffect(() => {
    const draft = readDraft();
    if (draft?.courseId !== course.id) return;
    setSelection((before) => ({
      whole: draft.reservedModuleIds.length === 0,
      moduleIds: draft.reservedModuleIds,
      date: draft.requestedStartDate || before.date,
      forAnother: draft.reservationTarget === "other",
    }));
    if (back && course.bookable) setOpened(true);
  }, [course.id, course.bookable, back]);

  return {
    selection,
    change: (part: Partial<Selection>) => setSelection((before) => ({ ...before, ...part })),
    opened,
    setOpened,
  };
}
