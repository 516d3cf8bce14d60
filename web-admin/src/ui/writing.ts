// Whether something is typed on this page that is not saved: what would take its form away waits until then. A row that
// was made without the school gets another id there, and with it a new place on the page.

const forms = new Set<object>();
const waiting = new Set<() => void>();

/** Somebody writes, until the returned function is called. */
export function beginWriting(): () => void {
  const form = {};
  forms.add(form);
  return () => {
    forms.delete(form);
    if (forms.size > 0) return;
    const acts = [...waiting];
    waiting.clear();
    for (const act of acts) act();
  };
}

/** At once, or when nothing is unsaved any more; the same act only once. */
export function whenNobodyWrites(act: () => void): void {
  if (forms.size === 0) act();
  else waiting.add(act);
}
