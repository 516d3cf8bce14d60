// Writing answers by hand: no machine completes or corrects them, and the letters a keyboard lacks are at hand.

/** As many as the server takes for one answer. */
export const MOST_LETTERS = 1000;

export const inTheirOwnWords = {
  autoComplete: "off",
  autoCorrect: "off",
  autoCapitalize: "off",
  spellCheck: false,
} as const;

const LETTERS: Record<string, string> = {
  fr: "éèêëàâçùûîïôœ",
  it: "àèéìòù",
  zh: "āáǎàēéěèīíǐìōóǒòūúǔùǖǘǚǜü",
};

/** The letters of a language that other keyboards lack. */
export function accentsOf(language: string): string[] {
  return [...(LETTERS[language] ?? "")];
}

/** Writes at the caret, in place of what is selected, as if it had been typed. */
export function insert(text: string, field: HTMLInputElement | HTMLTextAreaElement): void {
  const { selectionStart, selectionEnd, maxLength, value } = field;
  const start = selectionStart ?? value.length;
  const end = selectionEnd ?? start;
  const full = maxLength >= 0 && value.length - (end - start) + text.length > maxLength;
  field.focus({ preventScroll: true });
  if (full) return;
  field.setRangeText(text, start, end, "end");
  field.dispatchEvent(new InputEvent("input", { bubbles: true, data: text }));
}

const WIDE = /[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/gu;
const LEAST_WIDTH = 8;

/** How many letters wide a field is that shows all of this; a Chinese character takes two. */
export function widthOf(text: string): number {
  return Math.max(LEAST_WIDTH, text.length + (text.match(WIDE)?.length ?? 0) + 1);
}
