// One row being written: a new one, or one that exists. A failed save keeps what was typed; when somebody else has saved
// something else meanwhile, the writer chooses field by field (ui/Conflict).
import { type FormEvent, useLayoutEffect, useRef, useState } from "react";
import { ApiError } from "web-shared/api/problem";
import { at, conflicts, differences, merge, same, typedSince } from "web-shared/merge";
import { useFirstFault } from "web-shared/ui/useFirstFault";
import { useLocalDraft } from "../../ui/useLocalDraft";
import type { Kind, Row } from "./kinds";
import { useWrites } from "./rows";
import { useUnsaved } from "./unsaved";

interface EditingProps<R extends Row, Draft extends object, Input> {
  kind: Kind<R, Input>;
  parentId: number;
  /** Nothing: a new one. */
  row?: R | undefined;
  /** What the fields show of a row, or of none. */
  draftOf: (row: R | undefined) => Draft;
  /** What a new one begins with, to be saved as it stands or changed. */
  suggested?: Draft | undefined;
  bodyOf: (draft: Draft) => Input;
  /** What is missing before anything is sent. */
  faultOf?: (draft: Draft) => string | undefined;
  /** What is written of the row, where that is not all of it. */
  part?: string;
  onSaved?: (row: R) => void;
}

/** What two have changed: both values where they meet, and the fields that only the others changed. */
export interface Met {
  fields: { path: string; mine: unknown; theirs: unknown }[];
  taken: string[];
}

export function useEditing<R extends Row, Draft extends object, Input>(
  props: EditingProps<R, Draft, Input>,
) {
  const { kind, parentId, row, draftOf, suggested, bodyOf, faultOf, part, onSaved } = props;
  const { create, change } = useWrites(kind, parentId);
  const [base, setBase] = useState(row);
  const [draft, setDraft] = useState(() => suggested ?? draftOf(row));
  const [asked, setAsked] = useState(false);
  const [theirs, setTheirs] = useState<R | null>(null);
  const dirty = !same(draft, draftOf(base)) && !(suggested && same(draft, suggested));
  const fault = faultOf?.(draft);
  // A refusal that is a choice between two versions is no error.
  const error = currentOf(change.error) ? null : (create.error ?? change.error);
  const { form, attempt } = useFirstFault(error);
  const busy = create.isPending || change.isPending;
  const local = useLocalDraft({
    of: [kind.thing, row?.id ?? `new/${parentId}`, part].filter(Boolean).join("/"),
    title: titleOf(draft),
    typed: draft,
    base,
    unsaved: dirty,
    onResume: (typed, over) => {
      // Of a row that is still there: what was saved meanwhile is found out when this is.
      if (row && over) setBase(over);
      setDraft(typed);
    },
  });
  useUnsaved(dirty, local.forget);
  const typed = useRef(draft);
  useLayoutEffect(() => {
    typed.current = draft;
  }, [draft]);

  /** What was typed since it was sent stays, and with it the form. */
  function saved(now: R, sent: Draft) {
    const after = row ? now : undefined;
    setAsked(false);
    setTheirs(null);
    if (same(typed.current, sent)) local.forget();
    setBase(after);
    setDraft((draft) => typedSince(sent, draft, draftOf(after)));
    if (same(typed.current, sent)) onSaved?.(now);
  }

  function refused(error: unknown, over: R) {
    const now = currentOf<R>(error);
    if (!now) return;
    // Another version of the same words, raised by a new order: nothing to choose.
    if (same(draftOf(now), draftOf(over))) send(now);
    else setTheirs(now);
  }

  function send(over: R | undefined) {
    const body = bodyOf(draft);
    const onSuccess = (now: R) => saved(now, draft);
    if (!over) create.mutate(body, { onSuccess });
    else {
      change.mutate({ row: over, body }, { onSuccess, onError: (error) => refused(error, over) });
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    event.stopPropagation();
    setAsked(true);
    attempt();
    if (!busy && !fault) send(base);
  }

  return {
    draft,
    set: (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change })),
    submit,
    dirty,
    busy,
    isNew: !row,
    local,
    fault: asked ? fault : undefined,
    error,
    form,
    met: theirs && meeting(draftOf(base), draft, draftOf(theirs)),
    /** Both brought together in the form, for a last look; nothing of it is saved yet. */
    choose: (givenUp: ReadonlySet<string>) => {
      if (!theirs) return;
      setDraft(merge(draftOf(base), draft, draftOf(theirs), givenUp));
      setBase(theirs);
      setTheirs(null);
    },
    chooseLater: () => setTheirs(null),
  };
}

function meeting<Draft extends object>(base: Draft, mine: Draft, theirs: Draft): Met {
  const paths: string[] = conflicts(base, mine, theirs);
  return {
    fields: paths.map((path) => ({ path, mine: at(mine, path), theirs: at(theirs, path) })),
    taken: differences(base, theirs).filter((name) => !paths.includes(name)),
  };
}

/** The row as it is, when it was changed by somebody else. */
function currentOf<R extends Row>(error: unknown): R | null {
  return error instanceof ApiError && error.status === 412
    ? ((error.problem.current as R | undefined) ?? null)
    : null;
}

/** What is written is called by its title or its first words. */
function titleOf(draft: object): string {
  const { title, text, instructions } = draft as Record<string, unknown>;
  return String(title ?? text ?? instructions ?? "");
}
