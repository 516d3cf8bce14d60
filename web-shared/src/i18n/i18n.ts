// The interface's language: files fetched from /assets/i18n, the choice kept under `lang`, <html lang> in step.
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { NetworkError } from "../api/problem";
import { typeset } from "../format/typography";

export const interfaceLanguages = ["fr", "en", "it", "zh"] as const;
export type InterfaceLanguage = (typeof interfaceLanguages)[number];

/** How each language calls itself. */
export const ownNames: Record<InterfaceLanguage, string> = {
  fr: "Français",
  en: "English",
  it: "Italiano",
  zh: "中文",
};

const STORED = "lang";
const DEFAULT: InterfaceLanguage = "fr";

export function isInterfaceLanguage(value: unknown): value is InterfaceLanguage {
  return interfaceLanguages.includes(value as InterfaceLanguage);
}

/** The language chosen before, else French. */
export function storedLanguage(): InterfaceLanguage {
  const stored = localStorage.getItem(STORED);
  return isInterfaceLanguage(stored) ? stored : DEFAULT;
}

export function currentLanguage(): InterfaceLanguage {
  return isInterfaceLanguage(i18next.language) ? i18next.language : DEFAULT;
}

/** Loads the stored language; resolves when the first screen can be written, rejects when there are no texts. */
export async function startI18n(): Promise<void> {
  const lng = storedLanguage();
  i18next.on("languageChanged", (language) => {
    document.documentElement.lang = language;
  });
  await i18next
    .use({ type: "backend", read })
    .use({
      type: "postProcessor",
      name: "typeset",
      process: (text: string) => typeset(text, currentLanguage()),
    })
    .use(initReactI18next)
    .init({
      lng,
      fallbackLng: false,
      supportedLngs: interfaceLanguages,
      ns: "translation",
      postProcess: ["typeset"],
      interpolation: { escapeValue: false }, // React escapes
      react: { useSuspense: false },
    });
  requireTexts(lng);
}

export async function chooseLanguage(language: InterfaceLanguage): Promise<void> {
  await i18next.loadLanguages(language);
  requireTexts(language);
  await i18next.changeLanguage(language);
  localStorage.setItem(STORED, language);
}

function requireTexts(language: InterfaceLanguage): void {
  if (!i18next.hasResourceBundle(language, "translation")) throw new NetworkError(language);
}

type Read = (error: Error | null, texts: Record<string, unknown> | null) => void;

function read(language: string, _namespace: string, done: Read): void {
  texts(language).then(
    (found) => done(null, found),
    (error) => done(error, null),
  );
}

async function texts(language: string): Promise<Record<string, unknown>> {
  const response = await fetch(`/assets/i18n/${language}.json`);
  if (!response.ok) throw new Error(`no texts for ${language}: ${response.status}`);
  return response.json();
}
