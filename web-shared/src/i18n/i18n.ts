// The interface's language: files fetched from /assets/i18n and from the site's own folder of texts, <html lang> in step.
// Which language, `preferences` knows.
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

export const defaultLanguage: InterfaceLanguage = "fr";

export function isInterfaceLanguage(value: unknown): value is InterfaceLanguage {
  return interfaceLanguages.includes(value as InterfaceLanguage);
}

export function currentLanguage(): InterfaceLanguage {
  return isInterfaceLanguage(i18next.language) ? i18next.language : defaultLanguage;
}

/** Where texts of every site stand; a site may add a folder of its own. */
const SHARED_TEXTS = "/assets/i18n";
let folders = [SHARED_TEXTS];

/** Loads a language; resolves when the first screen can be written, rejects when there are no texts. */
export async function startI18n(lng: InterfaceLanguage, ownTexts?: string): Promise<void> {
  if (ownTexts) folders = [SHARED_TEXTS, ownTexts];
  i18next.on("languageChanged", (language) => {
    document.documentElement.lang = language;
  });
  await prepareI18n({ lng, read });
  requireTexts(lng);
}

export async function changeLanguage(language: InterfaceLanguage): Promise<void> {
  await i18next.loadLanguages(language);
  requireTexts(language);
  await i18next.changeLanguage(language);
}

type Read = (
  language: string,
  namespace: string,
  done: (error: Error | null, texts: Record<string, unknown> | null) => void,
) => void;

/** Everything but where the texts come from. */
export async function prepareI18n({ lng, read }: { lng: InterfaceLanguage; read: Read }) {
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
}

function requireTexts(language: InterfaceLanguage): void {
  if (!i18next.hasResourceBundle(language, "translation")) throw new NetworkError(language);
}

function read(...[language, _namespace, done]: Parameters<Read>): void {
  texts(language).then(
    (found) => done(null, found),
    (error) => done(error, null),
  );
}

async function texts(language: string): Promise<Record<string, unknown>> {
  const files = await Promise.all(folders.map((folder) => file(`${folder}/${language}.json`)));
  return Object.assign({}, ...files);
}

async function file(address: string): Promise<Record<string, unknown>> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`no texts at ${address}: ${response.status}`);
  return response.json();
}
