// Replays what a visitor does on a server-rendered page before hydration. Typed text stays in its field; the page records
// the last button clicked (`web-public/src/ssr/bootstrap.ts`). After hydration both are repeated as events.

declare global {
  interface Window {
    pressed?: HTMLElement | undefined;
  }
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** To be called when React listens to events. */
export function stopRecording(): void {
  window.onclick = null;
}

/** To be called before components first write to their fields. */
export function replayEvents(): void {
  const fields = [...document.querySelectorAll<Field>("input, textarea, select")];
  const { pressed } = window;
  const replays = [...fields.map(replayOf), pressed && (() => pressed.click())];
  window.pressed = undefined;
  // One after another: each event is handled before the next one.
  queueMicrotask(() => {
    for (const replay of replays) replay?.();
  });
}

/** A function that enters the field's value again; undefined when the value is unchanged. */
function replayOf(field: Field): (() => void) | undefined {
  if (field instanceof HTMLSelectElement) {
    const { value, selectedOptions } = field;
    return selectedOptions[0]?.defaultSelected === false ? () => type(field, value) : undefined;
  }
  if (/^(checkbox|radio)$/.test(field.type)) return tick(field as HTMLInputElement);
  const { value, defaultValue } = field;
  return value !== defaultValue ? () => type(field, value) : undefined;
}

function tick(field: HTMLInputElement): (() => void) | undefined {
  const { checked, defaultChecked } = field;
  const left = field.type === "radio" && !checked; // another one of its group was chosen and is replayed itself
  if (left || checked === defaultChecked) return undefined;
  return () => {
    field.checked = defaultChecked;
    field.click();
  };
}

/** React ignores an event whose value it already knows: the setter of the prototype bypasses its tracking. */
function type(field: Field, value: string): void {
  if (!(field instanceof HTMLSelectElement)) field.value = field.defaultValue;
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, value);
  const what = field instanceof HTMLSelectElement ? "change" : "input";
  field.dispatchEvent(new Event(what, { bubbles: true }));
}
