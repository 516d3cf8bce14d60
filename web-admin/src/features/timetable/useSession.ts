// The form of a session: a new one, or one that is moved, given to somebody else or into another room.
import { useEffect, useEffectEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { notifyNote, notifySuccess } from "web-shared/ui/notify";
import { useVersionedForm } from "../../ui/useVersionedForm";
import { type ClassSession, isOutside, useAddSession, useChangeSession } from "./api";
import { BLANK, draftOf, faultsOfSession, type SessionDraft, sentSession } from "./session";

export type SessionForm = ReturnType<typeof useSession>;

export function useSession(
  session: ClassSession | null,
  { start, typed }: { start: Partial<SessionDraft>; typed?: Partial<SessionDraft> | undefined },
  onDone: () => void,
) {
  const { t } = useTranslation();
  const add = useAddSession();
  const change = useChangeSession();
  // Asked for only once the school has said that it lies outside of the course.
  const [extending, setExtending] = useState(false);
  const form = useVersionedForm<ClassSession, SessionDraft>({
    row: session,
    draftOf: (row) => (row ? draftOf(row) : { ...BLANK, ...start }),
    keptAs: (row) => `class-sessions/${row?.id ?? `new/${start.courseId ?? "any"}`}`,
    titleOf: (_, row) => row?.courseName ?? t("dashboard.timetable.session.add"),
    faultsOf: faultsOfSession,
    save: (draft, over) => {
      const body = sentSession(draft, extending);
      return over ? change.mutateAsync({ seen: over, body }) : add.mutateAsync(body);
    },
    onSaved: (saved, more, over) => {
      notifySuccess(
        t(over ? "dashboard.timetable.session.saved" : "dashboard.timetable.session.added"),
      );
      if (saved.warnings?.includes("room_too_small"))
        notifyNote(t("dashboard.timetable.roomTooSmall"));
      if (!more) onDone();
    },
  });
  const put = useEffectEvent(() => {
    if (typed) form.set(typed);
  });
  useEffect(() => put(), []);
  return { ...form, outside: isOutside(form.error), extending, setExtending };
}
