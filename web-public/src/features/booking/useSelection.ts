// What is being chosen of a course. Whoever comes back from a later step, or from elsewhere straight to this one, finds the
// dialog open, with what they chose.
import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import type { Course } from "web-shared/api/courses";
import { today } from "web-shared/format/format";
import { readDraft } from "./draft";
import { firstStart, type Selection, type SelectionState } from "./selection";

export function useSelection(course: Course) {
  const sent = useLocation().state as SelectionState | null;
  const asked = sent?.selection === course.id;
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
    if (draft?.courseId === course.id) {
      setSelection((before) => ({
        whole: draft.reservedModuleIds.length === 0,
        moduleIds: draft.reservedModuleIds,
        date: draft.requestedStartDate || before.date,
        forAnother: draft.reservationTarget === "other",
      }));
    }
    if (asked && course.bookable) setOpened(true);
  }, [course.id, course.bookable, asked]);

  return {
    selection,
    change: (part: Partial<Selection>) => setSelection((before) => ({ ...before, ...part })),
    opened,
    setOpened,
  };
}
