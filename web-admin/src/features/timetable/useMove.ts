// A session moved by hand: done at once, with the way back; or refused, with the session that is in the way.
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { errorText } from "web-shared/i18n/errors";
import { notifyFailure, notifyNote } from "web-shared/ui/notify";
import { notifyUndo } from "web-shared/ui/undo";
import {
  type Clash,
  type ClassSession,
  type ClassSessionInput,
  clashOf,
  isOutside,
  useChangeSession,
} from "./api";
import { spanText, wholeDay } from "./time";

export interface Refusal {
  session: ClassSession;
  /** What was wanted. */
  change: ClassSessionInput;
  /** Null: it would lie outside the dates of its course. */
  clash: Clash | null;
}

export type Mover = ReturnType<typeof useMove>;

export function useMove() {
  const { t } = useTranslation();
  const { mutateAsync, isPending } = useChangeSession();
  const [refusal, setRefusal] = useState<Refusal | null>(null);

  function told(before: ClassSession, now: ClassSession, change: ClassSessionInput) {
    const message = t("dashboard.timetable.calendar.moved", {
      course: now.courseName,
      when: `${wholeDay(now.date)}, ${spanText(now)}`,
    });
    notifyUndo(message, () => mutateAsync({ seen: now, body: backTo(before, change) }));
    if (now.warnings?.includes("room_too_small")) notifyNote(t("dashboard.timetable.roomTooSmall"));
  }

  /** `giveBack`: puts what is drawn back to where it was. */
  async function move(session: ClassSession, change: ClassSessionInput, giveBack = () => {}) {
    setRefusal(null);
    try {
      told(session, await mutateAsync({ seen: session, body: change }), change);
    } catch (error) {
      giveBack();
      const clash = clashOf(error);
      if (clash || isOutside(error)) setRefusal({ session, change, clash });
      else notifyFailure(errorText(error));
    }
  }

  return { move, busy: isPending, refusal, close: () => setRefusal(null) };
}

/** Of what was changed, what it was before. */
export function backTo(before: ClassSession, change: ClassSessionInput): ClassSessionInput {
  const { date, startTime, roomId = null, teacherId = null } = before;
  return {
    ...(change.date !== undefined && { date }),
    ...(change.startTime !== undefined && { startTime }),
    ...(change.roomId !== undefined && { roomId }),
    ...(change.teacherId !== undefined && { teacherId }),
  };
}
