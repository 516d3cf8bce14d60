// What the visitor prefers on this device: the size of its letters, kept for the browser.
// The language is kept by i18n; what an account keeps of both is accountChoices' business.

const FONT_SIZE = "fontSize";

export const fontSizes = { least: 10, most: 100, step: 5, usual: 50 } as const;

/** The size of the letters in percent of the browser's own: 50 → 100, 100 → 200, 10 → 80, straight in between. */
export function fontPercent(size: number): number {
  const { usual } = fontSizes;
  return size >= usual ? 100 + (size - usual) * 2 : 100 - (usual - size) / 2;
}

/** The size kept on this device, else the usual one. */
export function storedFontSize(): number {
  const stored = Number(localStorage.getItem(FONT_SIZE));
  return stored >= fontSizes.least && stored <= fontSizes.most ? stored : fontSizes.usual;
}

/** Shows a size and keeps it. */
export function applyFontSize(size: number): void {
  localStorage.setItem(FONT_SIZE, String(size));
  showFontSize(size);
}

export function showFontSize(size: number): void {
  const { style } = document.documentElement;
  style.fontSize = size === fontSizes.usual ? "" : `${fontPercent(size)}%`;
}
