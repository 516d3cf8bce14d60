// The visitor's preferences on this device: interface language and font size. Both are stored for the browser
// (localStorage) and sent to the server (cookies), which renders the next page accordingly. accountChoices.ts stores them
// in the account.
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

/** The font size in percent of the browser's own: 50 → 100, 100 → 200, 10 → 80, linear in between. */
export function fontPercent(size: number): number {
  const { usual } = fontSizes;
  return size >= usual ? 100 + (size - usual) * 2 : 100 - (usual - size) / 2;
}

/** The size stored on this device, else the default. */
export function storedFontSize(): number {
  const stored = Number(localStorage.getItem(FONT_SIZE));
  return stored >= fontSizes.least && stored <= fontSizes.most ? stored : fontSizes.usual;
}

/** Applies a size and stores it. */
export function applyFontSize(size: number): void {
  keep(FONT_SIZE, String(size));
  showFontSize(size);
}

export function showFontSize(size: number): void {
  const { style } = document.documentElement;
  style.fontSize = size === fontSizes.usual ? "" : `${fontPercent(size)}%`;
}

/** Switches the interface to a language and stores it; fails when its texts cannot be loaded. */
export async function chooseLanguage(language: InterfaceLanguage): Promise<void> {
  await changeLanguage(language);
  keep(LANGUAGE, language);
}

/** The language of the first view: the one of the server-rendered page, else `?lang=` or the stored one. */
export function firstLanguage(serverRendered: boolean): InterfaceLanguage {
  const { lang } = document.documentElement;
  return serverRendered && isInterfaceLanguage(lang)
    ? lang
    : (preferredLanguage() ?? defaultLanguage);
}

/** After the first view: `?lang=`, else the stored language, takes precedence over the rendered one. */
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

/** A language known from elsewhere; one chosen on this device takes precedence. */
export function suggestLanguage(language: string): void {
  if (isInterfaceLanguage(language) && !preferredLanguage()) keep(LANGUAGE, language);
}

function keep(name: string, value: string): void {
  localStorage.setItem(name, value);
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the asynchronous API yet
  document.cookie = `${name}=${value}; Path=/; Max-Age=${YEAR}; SameSite=Lax`;
}
