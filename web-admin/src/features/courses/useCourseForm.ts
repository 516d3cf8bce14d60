// The state of the form of a course: what is written, what is wrong with it, and what came of saving it.
import { useState } from "react";
import { ApiError } from "web-shared/api/problem";
import { useAfterPress } from "../../ui/useAfterPress";
import { changedMeanwhile, type EditableCourse, useSaveCourse } from "./api";
import { bodyOf, type CourseDraft, sumOf, withRemoved } from "./draft";
import { type Fault, faultsOf, placed } from "./rules";
import { useDraft } from "./useDraft";

const MISMATCH: Fault = { name: "price", code: "price_mismatch", message: "" };

export type CourseForm = ReturnType<typeof useCourseForm>;

interface Outcome {
  onSaved: (course: EditableCourse) => void;
  /** The server said no, and not about a field. */
  onRefused: (error: unknown) => void;
}

/** `saved`: the course to change; nothing for a new one. `languages`: the ids of those that may be taught. */
export function useCourseForm(
  saved: EditableCourse | undefined,
  languages: readonly number[],
  outcome: Outcome,
) {
  const written = useDraft(saved);
  const wrong = useFaults(faultsOf(written.draft, languages));
  const [meanwhile, setMeanwhile] = useState<EditableCourse | null>(null);
  const saving = useSaving(written, wrong, { ...outcome, onStale: setMeanwhile });

  function begin(from: EditableCourse | undefined, draft: CourseDraft) {
    written.begin(from, draft);
    wrong.correct();
  }
  return {
    ...written,
    ...wrong,
    ...saving,
    /** Something else is written, at these paths as well. */
    edit: (changes: Partial<CourseDraft>, ...paths: string[]) => {
      written.edit(changes);
      wrong.correct(MISMATCH.name, ...Object.keys(changes), ...paths);
    },
    relist: (changes: Partial<CourseDraft>) => {
      written.relist(changes);
      wrong.correct(MISMATCH.name, ...Object.keys(changes));
    },
    reset: () => {
      wrong.forget();
      begin(written.base, written.start);
    },
    meanwhile,
    /** Goes on from what somebody else saved meanwhile; nothing: thinks again. */
    goOn: (draft: CourseDraft | null) => {
      if (meanwhile && draft) begin(meanwhile, draft);
      setMeanwhile(null);
    },
  };
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
    /** What was refused there may be right now; without a path, everywhere. */
    correct: (...paths: string[]) =>
      setRefused((before) =>
        paths.length > 0 ? before.filter(({ name }) => !paths.includes(name)) : [],
      ),
    forget: () => {
      setLeft(new Set());
      setAttempts(0);
    },
  };
}

interface Saving extends Outcome {
  onStale: (theirs: EditableCourse) => void;
}

function useSaving(
  { base, start, draft, price, settle, relist }: ReturnType<typeof useDraft>,
  { found, refuse }: ReturnType<typeof useFaults>,
  { onSaved, onRefused, onStale }: Saving,
) {
  const { mutate, isPending } = useSaveCourse();

  function failed(error: unknown) {
    const theirs = changedMeanwhile(error);
    const named = (error instanceof ApiError && error.problem.fields) || [];
    if (theirs) onStale(theirs);
    else if (named.length > 0) refuse(named.map((fault) => placed(fault, draft)));
    else onRefused(error);
    const sold = named.find(({ code }) => code === "module_sold")?.params?.id;
    if (sold !== undefined)
      relist({ modules: withRemoved(draft.modules, start.modules, String(sold)) });
  }

  function save() {
    if (isPending) return;
    const mismatch = draft.modules.length > 0 && price !== sumOf(draft.modules);
    refuse(found.length === 0 && mismatch ? [MISMATCH] : []);
    if (found.length > 0 || mismatch) return;
    const saved = base && { id: base.id, version: base.version };
    const onSuccess = (course: EditableCourse) => {
      settle(course, draft);
      onSaved(course);
    };
    mutate({ saved, body: bodyOf(draft, price) }, { onSuccess, onError: failed });
  }
  return { save, saving: isPending };
}
