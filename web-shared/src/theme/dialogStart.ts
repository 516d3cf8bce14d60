// Where the focus begins in a dialog: in its first field, else at its title, never at the button that closes it.

const FIELD =
  "input:not([type=hidden], :disabled), select:not(:disabled), textarea:not(:disabled), [role=radio], [role=checkbox]";

/** As the `ref` of the title: Mantine moves the focus to what bears this mark as soon as the dialog is drawn. */
export function markDialogStart(title: HTMLElement | null): void {
  const dialog = title?.closest("[role=dialog]");
  if (!title || !dialog || dialog.querySelector("[data-autofocus]")) return;
  const first = dialog.querySelector<HTMLInputElement>(FIELD);
  const group = first?.closest("[role=radiogroup], fieldset");
  const chosen = group?.querySelector("[role=radio][aria-checked=true], [type=radio]:checked");
  if (!first) title.tabIndex = -1;
  (chosen ?? first ?? title).setAttribute("data-autofocus", "");
}
