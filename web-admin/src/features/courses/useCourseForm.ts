// The form of a course: what is wrong with it field by field, and the price that follows its modules.
import { useEffect, useState } from "react";
import { ApiError } from "web-shared/api/problem";
import { useAfterPress } from "../../ui/useAfterPress";
import { type FormOf, useVersionedForm } from "../../ui/useVersionedForm";
import { type EditableCourse, useSaveCourse } from "./api";
import {
  bodyOf,
  type CourseDraft,
  draftOf,
  newDraft,
  priceOf,
  usualCapacity,
  usualDecisionDay,
  usualLateEntry,
  withIds,
  withRemoved,
} from "./draft";
import { type Fault, faultsOf, placed } from "./rules";

const MISMATCH: Fault = { name: "price", code: "price_mismatch", message: "" };
const PAUSE = 300; // milliseconds after which a new price of a module is in the sum

export type CourseForm = ReturnType<typeof useCourseForm>;

type Outcome = Pick<FormOf<EditableCourse, CourseDraft>, "onSaved" | "onRefused">;

function useCourse(saved: EditableCourse | undefined, outcome: Outcome) {
  const { mutateAsync } = useSaveCourse();
  return useVersionedForm<EditableCourse, CourseDraft>({
    ...outcome,
    row: saved ?? null,
    draftOf: (course) => (course ? draftOf(course) : newDraft()),
    keptAs: (course) => `course/${course?.id ?? "new"}`,
    titleOf: ({ name }) => name,
    rekey: withIds,
    save: (draft, over) =>
      mutateAsync({ saved: over ?? undefined, body: bodyOf(draft, priceOf(draft, over)) }),
  });
}

/** `saved`: the course to change; nothing for a new one. `languages`: the ids of those that may be taught. `onRefused`: the
 *  server said no, and not about a field. */
export function useCourseForm(
  saved: EditableCourse | undefined,
  languages: readonly number[],
  { onSaved, onRefused }: Outcome,
) {
  const form = useCourse(saved, { onSaved, onRefused: refused });
  const { draft, base } = form;
  const wrong = useFaults(faultsOf(draft, languages));
  const keys = draft.modules.map(({ key }) => key);
  const cost = priceOf(draft, base.row);
  const price = usePrice(cost, `${base.row?.version} ${keys}`);

  function refused(error: unknown, sent: CourseDraft) {
    const named = (error instanceof ApiError && error.problem.fields) || [];
    if (named.length > 0) wrong.refuse(named.map((fault) => placed(fault, sent)));
    else onRefused?.(error, sent);
    const sold = named.find(({ code }) => code === "module_sold")?.params?.id;
    if (sold === undefined) return;
    form.set(({ modules }) => ({
      modules: withRemoved(modules, base.draft.modules, String(sold)),
    }));
  }

  /** Something else is written, at these paths as well. */
  function edit(changes: Partial<CourseDraft>, ...paths: string[]) {
    form.set(changes);
    wrong.correct(MISMATCH.name, ...Object.keys(changes), ...paths);
  }
  return {
    ...form,
    ...wrong,
    price,
    edit,
    /** A new course takes the seats and the late entry that are usual, unless others were chosen. */
    chooseType: (type: CourseDraft["type"]) => {
      const usualSeats = !base.row && draft.capacity === usualCapacity(draft.type);
      const usualEntry = !base.row && draft.lateEntry === usualLateEntry(draft.type);
      edit({
        type,
        ...(usualSeats && { capacity: usualCapacity(type) }),
        ...(usualEntry && { lateEntry: usualLateEntry(type) }),
      });
    },
    /** With a minimum comes the usual day of decision, unless one was typed. */
    setMinimum: (minimumLearners: number | "") => {
      const usual = minimumLearners !== "" && !draft.decisionDay?.trim();
      const decisionDay = usual ? usualDecisionDay(draft.startDate) : draft.decisionDay;
      edit({ minimumLearners, decisionDay });
    },
    save: () => {
      if (form.saving) return;
      const mismatch = price !== cost;
      wrong.refuse(wrong.found.length === 0 && mismatch ? [MISMATCH] : []);
      if (wrong.found.length === 0 && !mismatch) form.submit();
    },
    reset: () => {
      wrong.forget();
      form.open(base.row);
    },
  };
}

/** What the modules cost together: at once for other modules or another course, a moment after one of them got another
 *  price. */
function usePrice(cost: number, of: string): number {
  const [shown, setShown] = useState({ cost, of });
  if (shown.of !== of) setShown({ cost, of });
  useEffect(() => {
    if (cost === shown.cost) return;
    const timer = setTimeout(() => setShown({ cost, of }), PAUSE);
    return () => clearTimeout(timer);
  }, [cost, of, shown.cost]);
  return shown.cost;
}

/** Which faults are shown: those of a field that was left, all once saving was asked for. */
function useFaults(found: Fault[]) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [attempts, setAttempts] = useState(0);
  const [refused, setRefused] = useState<Fault[]>([]);
  const afterPress = useAfterPress();
  const faults = [...found, ...refused];
  return {
    found,
    faults: attempts > 0 ? faults : [],
    /** How often saving was asked for, or refused: each time leads to the faults. */
    attempts,
    faultsAt: (path: string) =>
      faults.filter(({ name }) => name === path && (attempts > 0 || left.has(path))),
    leave: (path: string) => afterPress(() => setLeft((before) => new Set(before).add(path))),
    /** Saving led to these, beyond those that are found here. */
    refuse: (more: Fault[]) => {
      setRefused(more);
      setAttempts((before) => before + 1);
    },
    /** What was refused there may be right now. */
    correct: (...paths: string[]) =>
      setRefused((before) => before.filter(({ name }) => !paths.includes(name))),
    forget: () => {
      setLeft(new Set());
      setRefused([]);
      setAttempts(0);
    },
  };
}
