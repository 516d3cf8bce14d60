// The form of a section: a new row, or one that is being changed. What is typed stays until it is saved or given up,
// whatever the server says.
import { useLayoutEffect, useRef, useState } from "react";
import { ApiError } from "web-shared/api/problem";
import { fieldError } from "web-shared/i18n/errors";
import { same } from "web-shared/merge";
import { notifySuccess } from "web-shared/ui/notify";
import { useFirstFault } from "web-shared/ui/useFirstFault";
import { useLocalDraft } from "../../ui/useLocalDraft";
import type { Seen, useWriting } from "./api";

/** What is wrong, by the name of the field. */
export type Faults = Record<string, string | false | undefined>;

interface FormOf<Row, Draft, Input, Id> {
  /** What is written here, as the journal calls it. */
  thing: string;
  nameOf: (row: Row) => string;
  /** A row of an answer, where it is not shown as it comes. */
  rowOf?: ((row: unknown) => Row) | undefined;
  blank: Draft;
  draftOf: (row: Row) => Draft;
  inputOf: (draft: Draft) => Input;
  faultsOf: (draft: Draft) => Faults;
  writing: ReturnType<typeof useWriting<Input, Id>>;
  /** What is said when it is done. */
  done: { added: string; updated: string };
}

export function useForm<Row extends Seen<Id>, Draft, Input, Id>(
  form: FormOf<Row, Draft, Input, Id>,
) {
  const { thing, nameOf, blank, draftOf, inputOf, faultsOf, writing, done } = form;
  const rowOf = form.rowOf ?? ((row: unknown) => row as Row);
  const { add, change, refresh } = writing;
  const [editing, setEditing] = useState<Row | null>(null);
  const [draft, setDraft] = useState(blank);
  const [asked, setAsked] = useState(false);
  const [stale, setStale] = useState(false);
  const before = editing ? draftOf(editing) : blank;
  const unsaved = JSON.stringify(draft) !== JSON.stringify(before);
  // What the server refused, besides single fields.
  const error = stale ? null : editing ? change.error : add.error;
  const { form: fields, attempt } = useFirstFault(error);
  const pending = add.isPending || change.isPending;
  const faults = faultsOf(draft);
  const typed = useRef(draft);
  useLayoutEffect(() => {
    typed.current = draft;
  }, [draft]);

  const local = useLocalDraft({
    of: `${thing}/${editing?.id ?? "new"}`,
    title: editing ? nameOf(editing) : "",
    typed: draft,
    base: editing,
    unsaved,
    onResume: (typed, over) => {
      if (editing && over) setEditing(over);
      setDraft(typed);
    },
  });

  function open(row: Row | null) {
    // What stood here was saved, or whoever typed it was asked.
    local.forget();
    setEditing(row);
    setDraft(row ? draftOf(row) : blank);
    setAsked(false);
    setStale(false);
    add.reset();
    change.reset();
  }

  function failed(failure: unknown) {
    if (!(failure instanceof ApiError)) return;
    // Somebody was faster: what they saved is what the next attempt replaces.
    if (failure.status === 412) {
      setEditing(rowOf(failure.problem.current));
      setStale(true);
    }
    // It was deleted: what is typed may become a new one.
    if (failure.status === 404) setEditing(null);
  }

  function submit() {
    setAsked(true);
    attempt();
    if (pending || Object.values(faults).some(Boolean)) return;
    setStale(false);
    const onSuccess = (row: unknown) => {
      notifySuccess(editing ? done.updated : done.added);
      void refresh();
      // What was typed since it was sent is not thrown away: it is there to be saved as well.
      if (same(typed.current, draft)) open(null);
      else setEditing(rowOf(row));
    };
    const body = inputOf(draft);
    if (editing) change.mutate({ seen: editing, body }, { onSuccess, onError: failed });
    else add.mutate(body, { onSuccess });
  }

  return {
    editing,
    draft,
    edit: (changes: Partial<Draft>) => setDraft((before) => ({ ...before, ...changes })),
    unsaved,
    local,
    stale,
    pending,
    error,
    fields,
    errorOf: (name: string) => (asked && faults[name]) || fieldError(error, name),
    open,
    submit,
  };
}
