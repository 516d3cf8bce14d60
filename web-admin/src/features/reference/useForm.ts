// The form of a section: a new row, or one that is being changed.
import { isMissing } from "web-shared/api/problem";
import { notifySuccess } from "web-shared/ui/notify";
import { type Faults, useVersionedForm } from "../../ui/useVersionedForm";
import type { Seen, useWriting } from "./api";

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

export function useForm<Row extends Seen<Id>, Draft extends object, Input, Id>(
  of: FormOf<Row, Draft, Input, Id>,
) {
  const { thing, nameOf, rowOf, blank, draftOf, inputOf, faultsOf, done } = of;
  const { add, change, refresh } = of.writing;
  const form = useVersionedForm<Row, Draft>({
    row: null,
    draftOf: (row) => (row ? draftOf(row) : blank),
    rowOf,
    keptAs: (row) => `${thing}/${row?.id ?? "new"}`,
    titleOf: (_, row) => (row ? nameOf(row) : ""),
    faultsOf,
    save: (draft, over) => {
      const body = inputOf(draft);
      return over ? change.mutateAsync({ seen: over, body }) : add.mutateAsync(body);
    },
    onSaved: (_, more, over) => {
      notifySuccess(over ? done.updated : done.added);
      void refresh();
      if (!more) form.open(null);
    },
    onRefused: (error) => {
      if (isMissing(error)) form.detach();
    },
  });
  return form;
}
