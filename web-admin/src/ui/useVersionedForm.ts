// A row of the API being written: a new one, or one that is saved over the version it was read in. A 412 means the same in
// every form: changes that do not meet are merged and saved at once; where they meet the writer chooses (ui/Conflict), and
// the result goes back into the form.
import { useMutation } from "@tanstack/react-query";
import { type SyntheticEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { currentOf } from "web-shared/api/problem";
import { fieldError } from "web-shared/i18n/errors";
import { conflicts, differences, merge, same, typedSince } from "web-shared/merge";
import { notifyNote, withdrawNote } from "web-shared/ui/notify";
import { useFirstFault } from "web-shared/ui/useFirstFault";
import { useLocalDraft } from "./useLocalDraft";

/** What is wrong, by the name of the field; under the empty name, with the form as a whole. */
export type Faults = Record<string, string | false | undefined>;

export interface FormOf<Row, Draft> {
  /** The row to change; null: a new one. */
  row: Row | null;
  /** What the fields show of a row, or of none. */
  draftOf: (row: Row | null) => Draft;
  /** What a new one begins with, where it is not empty. */
  start?: Draft | null | undefined;
  /** The name under which what is typed is kept on this computer; null: it is not kept. */
  keptAs: (row: Row | null) => string | null;
  /** Fields that a draft kept by an older version of the program lacks. */
  added?: readonly string[] | undefined;
  /** What a kept draft is called in lists. */
  titleOf?: (draft: Draft, row: Row | null) => string;
  /** Saves over a row, or a new one. */
  save: (draft: Draft, over: Row | null) => Promise<unknown>;
  /** A row of an answer, where it is not shown as it comes. */
  rowOf?: ((answer: unknown) => Row) | undefined;
  /** What is missing before anything is sent. */
  faultsOf?: ((draft: Draft) => Faults) | undefined;
  /** What a refusal says of a field, where it is not named there. */
  refusalOf?: (error: unknown, name: string) => string | undefined;
  /** It was saved `over` a row, or as a new one. `more`: something was typed since it was sent, and is not saved yet. */
  onSaved: (row: Row, more: boolean, over: Row | null) => void;
  /** The server said no, and not because somebody else has saved. */
  onRefused?: (error: unknown, sent: Draft) => void;
  /** The form of a new row stays for the next one, and never changes the one that it made. */
  staysNew?: boolean;
  /** The draft with the keys that its rows got by saving: else a new row that is typed in meanwhile would be two. */
  rekey?: (draft: Draft, sent: Draft, saved: Draft) => Draft;
}

/** A row, and what the fields show of it. */
interface Base<Row, Draft> {
  row: Row | null;
  draft: Draft;
}

/** Two changes of one row. */
export interface Met<Row, Draft> {
  /** As somebody else has saved it. */
  row: Row;
  /** Where they meet. */
  paths: string[];
  mine: Draft;
  theirs: Draft;
  /** The fields that take something of theirs without a choice. */
  taken: string[];
  /** The paths of which theirs is right. */
  onChoose: (givenUp: ReadonlySet<string>) => void;
  /** Back to the form as it is: nothing is lost, nothing is decided. */
  onClose: () => void;
}

export function useVersionedForm<Row, Draft extends object>(of: FormOf<Row, Draft>) {
  const written = useWritten(of);
  const { base, draft, unsaved, local, typed, put } = written;
  const saving = useSaving(of, written);
  const { asked, ask, forget, correct, problemOf } = saving.problems;
  const { form: fields, attempt } = useFirstFault(saving.error);
  const faults = of.faultsOf?.(draft) ?? {};

  function begin(row: Row | null, draft?: Draft) {
    local.forget();
    saving.reset();
    forget();
    const base = { row, draft: of.draftOf(row) };
    put(draft ?? base.draft, base);
  }

  return {
    base,
    draft,
    unsaved,
    local,
    conflict: saving.conflict,
    error: saving.error,
    saving: saving.isPending,
    /** Leads to the first of the faulty fields inside. */
    fields,
    /** What the LeaveGuard is told. */
    guard: { unsaved, onLeave: local.forget },
    problemAt: (name: string) => (asked && faults[name]) || problemOf(name),
    /** `paths`: what is changed as well, as the server names it. */
    set: (change: Partial<Draft> | ((before: Draft) => Partial<Draft>), ...paths: string[]) => {
      const before = typed.current;
      const next = { ...before, ...(typeof change === "function" ? change(before) : change) };
      put(next);
      correct(...differences(before, next), ...paths);
    },
    submit: (event?: SyntheticEvent) => {
      event?.preventDefault();
      event?.stopPropagation();
      ask();
      attempt();
      if (!saving.isPending && !Object.values(faults).some(Boolean)) saving.send(draft, base);
    },
    /** Another row instead of this, or a new one: what is typed is given up. */
    open: (row: Row | null) => begin(row),
    /** The row is gone: what is typed may become a new one. */
    detach: () => begin(null, typed.current),
    /** What was refused is named by its places, and those have moved. */
    clearProblems: saving.reset,
  };
}

/** What is typed, and over what. */
function useWritten<Row, Draft extends object>(of: FormOf<Row, Draft>) {
  const { row, draftOf, start, keptAs, titleOf, added } = of;
  const [base, setBase] = useState<Base<Row, Draft>>(() => ({
    row,
    draft: start ?? draftOf(row),
  }));
  const [draft, setDraft] = useState(base.draft);
  const typed = useRef(draft); // also between two renders
  const unsaved = differences(base.draft, draft).length > 0;

  function put(draft: Draft, over?: Base<Row, Draft>) {
    typed.current = draft;
    setDraft(draft);
    if (over) setBase(over);
  }

  const local = useLocalDraft({
    of: keptAs(base.row),
    title: titleOf?.(draft, base.row) ?? "",
    typed: draft,
    added,
    base: base.row,
    unsaved,
    // Over what it was typed over: what was saved since then is found out when this is.
    onResume: (draft, row) =>
      base.row && row ? put(draft, { row, draft: draftOf(row) }) : put(draft),
  });
  return { base, draft, unsaved, local, typed, put };
}

function useSaving<Row, Draft extends object>(
  of: FormOf<Row, Draft>,
  written: ReturnType<typeof useWritten<Row, Draft>>,
) {
  const { draftOf, keptAs, rowOf = (answer: unknown) => answer as Row } = of;
  const { unsaved, local, typed, put } = written;
  const { mutate, error, isPending, reset } = useMutation({
    mutationFn: ({ sent, over }: { sent: Draft; over: Row | null }) => of.save(sent, over),
  });
  // A refusal that is a choice between two versions is no error.
  const shown = currentOf(error) ? null : error;
  const problems = useProblems(shown, of.refusalOf);
  const { conflict, meet, look } = useConflict(written, reset);
  const tell = useTold((row: Row, over: Row | null) => of.onSaved(row, unsaved, over));

  function send(sent: Draft, over: Base<Row, Draft>) {
    problems.retry();
    withdrawNote(look);
    mutate(
      { sent, over: over.row },
      {
        onSuccess: (answer) => saved(rowOf(answer), sent, over),
        onError: (error) => refused(error, sent, over),
      },
    );
  }

  /** What was typed since it was sent stays. */
  function saved(row: Row, sent: Draft, over: Base<Row, Draft>) {
    const now = of.staysNew && !over.row ? null : row;
    const saved = draftOf(now);
    const keyed = (draft: Draft) => of.rekey?.(draft, sent, saved) ?? draft;
    // What is kept goes with what it was kept for, unless there is more of it.
    if (same(sent, typed.current) || keptAs(now) !== keptAs(over.row)) local.forget();
    put(typedSince(keyed(sent), keyed(typed.current), saved), { row: now, draft: saved });
    problems.forget();
    tell(row, over.row);
  }

  function refused(error: unknown, sent: Draft, over: Base<Row, Draft>) {
    const current = currentOf(error);
    if (!current) return of.onRefused?.(error, sent);
    const row = rowOf(current);
    const now = { row, draft: draftOf(row) };
    const met = [sent, typed.current].flatMap((mine) => conflicts(over.draft, mine, now.draft));
    if (met.length > 0) return meet(now);
    const merged = merge(over.draft, sent, now.draft);
    put(typedSince(sent, typed.current, merged), now);
    send(merged, now);
  }

  return { send, reset, isPending, error: shown, problems, conflict };
}

/** Which fields are known to be wrong: those that lack something once saving was asked for, and those that were refused
 *  and are still as they were. */
function useProblems(error: unknown, refusalOf = fieldError) {
  const [asked, setAsked] = useState(false);
  const [corrected, setCorrected] = useState<ReadonlySet<string>>(new Set());
  return {
    asked,
    ask: () => setAsked(true),
    forget: () => setAsked(false),
    retry: () => setCorrected(new Set()),
    correct: (...names: string[]) => setCorrected((before) => new Set([...before, ...names])),
    problemOf: (name: string) => (corrected.has(name) ? undefined : refusalOf(error, name)),
  };
}

/** Two versions between which the writer chooses. */
function useConflict<Row, Draft extends object>(
  { base, draft: mine, typed, put }: ReturnType<typeof useWritten<Row, Draft>>,
  onChosen: () => void,
) {
  const look = useTranslation().t("dashboard.conflict.look");
  const [theirs, meet] = useState<(Base<Row, Draft> & { row: Row }) | null>(null);
  if (!theirs) return { conflict: null, meet, look };
  const sides = [base.draft, mine, theirs.draft] as const;
  const conflict: Met<Row, Draft> = {
    row: theirs.row,
    paths: conflicts(...sides),
    mine,
    theirs: theirs.draft,
    taken: differences(mine, merge(...sides)),
    onChoose: (givenUp) => {
      put(merge(base.draft, typed.current, theirs.draft, givenUp), theirs);
      meet(null);
      onChosen();
      notifyNote(look);
    },
    onClose: () => meet(null),
  };
  return { conflict, meet, look };
}

/** Tells once the form shows what it tells of: only then does the guard know that nothing is unsaved any more. */
function useTold<Row>(onSaved: (row: Row, over: Row | null) => void) {
  const [saved, setSaved] = useState<[Row, Row | null] | null>(null);
  const tell = useEffectEvent(onSaved);
  useEffect(() => {
    if (saved) tell(...saved);
  }, [saved]);
  return (...saved: [Row, Row | null]) => setSaved(saved);
}
