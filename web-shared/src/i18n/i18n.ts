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

export type Texts = Record<string, unknown>;

/** The language of which only the texts of the first page are here. */
let incomplete: InterfaceLanguage | null = null;
let others: Promise<void> | null = null;

interface Sources {
  /** The site's own folder of texts. */
  ownTexts?: string | undefined;
  /** The texts that a server-rendered page brought. */
  brought?: Texts | undefined;
}

/** Loads a language; resolves when the first screen can be written, rejects when there are no texts. */
export async function startI18n(
  lng: InterfaceLanguage,
  { ownTexts, brought }: Sources,
): Promise<void> {
  if (ownTexts) folders = [SHARED_TEXTS, ownTexts];
  i18next.on("languageChanged", (language) => {
    document.documentElement.lang = language;
  });
  incomplete = brought ? lng : null;
  others = null;
  await prepareI18n({ lng, read, brought });
  requireTexts(lng);
}

/** Resolves when no text is missing. What is loaded after a server-rendered page awaits it. */
export async function allTexts(): Promise<void> {
  if (!incomplete || incomplete !== currentLanguage()) return;
  const language = incomplete;
  others ??= texts(language).then(
    (found) => {
      incomplete = null;
      i18next.addResourceBundle(language, "translation", found);
    },
    (error) => {
      others = null;
      throw error;
    },
  );
  await others;
}

/** `load`, and the texts of what it loads. */
export async function withTexts<T>(load: () => Promise<T>): Promise<T> {
  const [loaded] = await Promise.all([load(), allTexts()]);
  return loaded;
}

/** Nothing is shown in place of a text that is on its way. */
function missing(key: string): string {
  if (!incomplete) return key;
  allTexts().catch(() => undefined); // asked for again with the next one
  return "";
}

export async function changeLanguage(language: InterfaceLanguage): Promise<void> {
  await i18next.loadLanguages(language);
  requireTexts(language);
  await i18next.changeLanguage(language);
}

type Read = (
  language: string,
  namespace: string,
  done: (error: Error | null, texts: Texts | null) => void,
) => void;

interface Preparation {
  lng: InterfaceLanguage;
  read: Read;
  brought?: Texts | undefined;
  /** Is told the key of each text that is shown. */
  onText?: (key: string) => void;
}

/** Everything but where the texts come from. */
export async function prepareI18n({ lng, read, brought, onText }: Preparation) {
  await i18next
    .use({ type: "backend", read })
    .use({
      type: "postProcessor",
      name: "typeset",
      process(text: string, keys: string | string[]) {
        for (const key of [keys].flat()) onText?.(key);
        return typeset(text, currentLanguage());
      },
    })
    .use(initReactI18next)
    .init({
      lng,
      fallbackLng: false,
      supportedLngs: interfaceLanguages,
      ns: "translation",
      ...(brought && { resources: { [lng]: { translation: brought } } }),
      partialBundledLanguages: true,
      parseMissingKeyHandler: missing,
      postProcess: ["typeset"],
      interpolation: { escapeValue: false }, // React escapes
      react: { useSuspense: false, bindI18nStore: "added" },
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

async function texts(language: string): Promise<Texts> {
  const files = await Promise.all(folders.map((folder) => file(`${folder}/${language}.json`)));
  return Object.assign({}, ...files);
}

async function file(address: string): Promise<Texts> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`no texts at ${address}: ${response.status}`);
  return response.json();
}
