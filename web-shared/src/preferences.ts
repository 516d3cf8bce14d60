// What the visitor prefers on this device: the interface's language and the size of its letters. Both are kept for the
// browser (localStorage) and told to the server (cookies), which paints the next page accordingly. What an account keeps of
// both is accountChoices' business.
import {
  changeLanguage,
  currentLanguage,
  defaultLanguage,
  type InterfaceLanguage,
  isInterfaceLanguage,
} from "./i18n/i18n";

const LANGUAGE = "lang";
const FONT_SIZE = "fontSize";
const YEAR = 31_536_000; // seconds

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
  keep(FONT_SIZE, String(size));
  showFontSize(size);
}

export function showFontSize(size: number): void {
  const { style } = document.documentElement;
  style.fontSize = size === fontSizes.usual ? "" : `${fontPercent(size)}%`;
}

/** Shows the interface in a language and keeps it; fails when its texts cannot be had. */
export async function chooseLanguage(language: InterfaceLanguage): Promise<void> {
  await changeLanguage(language);
  keep(LANGUAGE, language);
}

/** The language of the first view: the one the page was painted in, else what was asked for or chosen before. */
export function firstLanguage(painted: boolean): InterfaceLanguage {
  const { lang } = document.documentElement;
  return painted && isInterfaceLanguage(lang) ? lang : (preferredLanguage() ?? defaultLanguage);
}

/** After the first view: `?lang=`, else what this device has kept, wins over what the page was painted in. */
export function settleLanguage(): void {
  const language = preferredLanguage();
  if (!language) return;
  if (language === currentLanguage()) keep(LANGUAGE, language);
  else chooseLanguage(language).catch(() => undefined); // the page stays as it is
}

function preferredLanguage(): InterfaceLanguage | null {
  const asked = new URLSearchParams(location.search).get(LANGUAGE);
  const found = [asked, localStorage.getItem(LANGUAGE)].find(isInterfaceLanguage);
  return found ?? null;
}

/** What somebody has told elsewhere that they read; a choice made here wins. */
export function suggestLanguage(language: string): void {
  if (isInterfaceLanguage(language) && !preferredLanguage()) keep(LANGUAGE, language);
}

function keep(name: string, value: string): void {
  localStorage.setItem(name, value);
  // biome-ignore lint/suspicious/noDocumentCookie: the asynchronous way is not in every browser yet
  document.cookie = `${name}=${value}; Path=/; Max-Age=${YEAR}; SameSite=Lax`;
}
