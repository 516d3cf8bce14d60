// What a visitor does on a painted page before its parts can hear it. What is typed stays in its field; the page itself
// notes the button pressed last (`web-public/src/painter/begin.ts`). Both are done again when the parts stand.

declare global {
  interface Window {
    pressed?: HTMLElement | undefined;
  }
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** The parts hear from now on. */
export function stopNoting(): void {
  window.onclick = null;
}

/** To be called before the parts write into their fields for the first time. */
export function repeatEarly(): void {
  const fields = [...document.querySelectorAll<Field>("input, textarea, select")];
  const { pressed } = window;
  const again = [...fields.map(repetition), pressed && (() => pressed.click())];
  window.pressed = undefined;
  // One after the other, each heard before the next, as they were done.
  queueMicrotask(() => {
    for (const repeat of again) repeat?.();
  });
}

/** What puts into a field once more what is there already; nothing when it is as it came. */
function repetition(field: Field): (() => void) | undefined {
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
  const left = field.type === "radio" && !checked; // for another of its group, which tells so itself
  if (left || checked === defaultChecked) return undefined;
  return () => {
    field.checked = defaultChecked;
    field.click();
  };
}

/** React passes over a value that it has set or seen itself: this one is set behind its back. */
function type(field: Field, value: string): void {
  if (!(field instanceof HTMLSelectElement)) field.value = field.defaultValue;
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, value);
  const what = field instanceof HTMLSelectElement ? "change" : "input";
  field.dispatchEvent(new Event(what, { bubbles: true }));
}
