// The form of what stands inside modules: a new row, after which the form stays for the next one, or one that exists.
import { useVersionedForm } from "../../ui/useVersionedForm";
import type { Kind, Row } from "./kinds";
import { useWrites } from "./rows";
import { useUnsaved } from "./unsaved";

interface EditingProps<R extends Row, Draft extends object, Input> {
  kind: Kind<R, Input>;
  parentId: number;
  /** Nothing: a new one. */
  row?: R | undefined;
  draftOf: (row: R | null) => Draft;
  /** What a new one begins with, to be saved as it stands or changed. */
  suggested?: Draft | undefined;
  bodyOf: (draft: Draft) => Input;
  /** Fields that a draft kept by an older version of the program lacks. */
  added?: readonly string[];
  /** What is missing before anything is sent. */
  faultOf?: (draft: Draft) => string | undefined;
  /** What is written of the row, where that is not all of it. */
  part?: string;
  onSaved?: (row: R) => void;
}

const WHOLE = ""; // the field of what is wrong with a form as a whole

export function useEditing<R extends Row, Draft extends object, Input>(
  props: EditingProps<R, Draft, Input>,
) {
  const {
    kind,
    parentId,
    row = null,
    draftOf,
    suggested,
    bodyOf,
    added,
    faultOf,
    part,
    onSaved,
  } = props;
  const { create, change } = useWrites(kind, parentId);
  const form = useVersionedForm<R, Draft>({
    row,
    draftOf,
    start: suggested,
    staysNew: true,
    keptAs: (row) => [kind.thing, row?.id ?? `new/${parentId}`, part].filter(Boolean).join("/"),
    added,
    titleOf,
    save: (draft, over) => {
      const body = bodyOf(draft);
      return over ? change.mutateAsync({ row: over, body }) : create.mutateAsync(body);
    },
    faultsOf: (draft) => ({ [WHOLE]: faultOf?.(draft) }),
    onSaved: (row, more) => more || onSaved?.(row),
  });
  useUnsaved(form.unsaved, form.local.forget);
  return { ...form, fault: form.problemAt(WHOLE) };
}

/** What is written is called by its title or its first words. */
function titleOf(draft: object): string {
  const { title, text, instructions } = draft as Record<string, unknown>;
  return String(title ?? text ?? instructions ?? "");
}
