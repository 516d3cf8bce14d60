// Which form the window's "save" means.

/** The one in which somebody writes; else the only one on the page, or in the dialog over it. */
export function formToSave(page: Document = document): HTMLFormElement | null {
  const own = page.activeElement?.closest("form");
  if (own) return own;
  const dialogs = [...page.querySelectorAll("[aria-modal=true]")];
  const place = dialogs.at(-1) ?? page.getElementById("main");
  const shown = [...(place?.querySelectorAll("form") ?? [])].filter(
    (form) => !form.closest("[hidden]"),
  );
  return (shown.length === 1 && shown[0]) || null;
}
