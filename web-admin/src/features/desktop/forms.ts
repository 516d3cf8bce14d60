// Which form the window's "save" means.

/** The one in which somebody writes or wrote last; else the only one on the page, or in the dialog over it. */
export function formToSave(last: HTMLFormElement | null = null): HTMLFormElement | null {
  const own = document.activeElement?.closest("form");
  if (own) return own;
  const dialogs = [...document.querySelectorAll("[aria-modal=true]")];
  const place = dialogs.at(-1) ?? document.getElementById("main");
  if (last?.isConnected && place?.contains(last)) return last;
  const shown = [...(place?.querySelectorAll("form") ?? [])].filter(
    (form) => !form.closest("[hidden]"),
  );
  return (shown.length === 1 && shown[0]) || null;
}
