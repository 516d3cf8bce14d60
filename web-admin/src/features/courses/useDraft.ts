// What is written of a course, what it started from, and the price that follows its modules.
import { useEffect, useState } from "react";
import { same, typedSince } from "web-shared/merge";
import { useLocalDraft } from "../../ui/useLocalDraft";
import type { EditableCourse } from "./api";
import { type CourseDraft, draftOf, newDraft, sumOf, usualCapacity, withIds } from "./draft";

const PAUSE = 300; // milliseconds after which a new price of a module is in the sum

/** `saved`: the course to change; nothing for a new one. */
export function useDraft(saved: EditableCourse | undefined) {
  const [base, setBase] = useState(saved);
  const [start, setStart] = useState(() => (saved ? draftOf(saved) : newDraft()));
  const [draft, setDraft] = useState(start);
  const [price, setPrice] = usePrice(draft, saved?.price ?? 0);
  const edit = (changes: Partial<CourseDraft>) => setDraft((before) => ({ ...before, ...changes }));
  const unsaved = !same(start, draft);
  const local = useLocalDraft({
    of: `course/${saved?.id ?? "new"}`,
    title: draft.name,
    typed: draft,
    base,
    unsaved,
    onResume: (typed, over) => {
      if (saved && over) {
        setBase(over);
        setStart(draftOf(over));
      }
      setDraft(typed);
      if (typed.modules.length > 0) setPrice(sumOf(typed.modules));
    },
  });
  return {
    base,
    start,
    draft,
    price,
    unsaved,
    local,
    edit,
    /** A list got another number of rows: the price follows at once. */
    relist: (changes: Partial<CourseDraft>) => {
      edit(changes);
      if (changes.modules) setPrice(sumOf(changes.modules));
    },
    /** A new course takes the seats that are usual, unless others were written. */
    chooseType: (type: CourseDraft["type"]) => {
      const usual = !base && draft.capacity === usualCapacity(draft.type);
      edit({ type, ...(usual ? { capacity: usualCapacity(type) } : {}) });
    },
    /** It was saved as it was sent; what was typed since stays. */
    settle: (now: EditableCourse, sent: CourseDraft) => {
      const saved = draftOf(now);
      setBase(now);
      setStart(saved);
      setDraft((typed) =>
        typedSince(withIds(sent, sent, saved), withIds(typed, sent, saved), saved),
      );
      setPrice(now.price);
    },
    /** Goes on from a course as it is saved, with what is written of it. */
    begin: (from: EditableCourse | undefined, written: CourseDraft) => {
      setBase(from);
      setStart(from ? draftOf(from) : written);
      setDraft(written);
      setPrice(written.modules.length > 0 ? sumOf(written.modules) : (from?.price ?? 0));
    },
  };
}

/** The sum of the modules, a moment after one of them got another price; without any it stays as it is. */
function usePrice(draft: CourseDraft, first: number) {
  const [price, setPrice] = useState(first);
  const sum = draft.modules.length > 0 ? sumOf(draft.modules) : price;
  useEffect(() => {
    if (sum === price) return;
    const timer = setTimeout(() => setPrice(sum), PAUSE);
    return () => clearTimeout(timer);
  }, [sum, price]);
  return [price, setPrice] as const;
}
