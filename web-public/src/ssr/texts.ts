// The texts of all languages, in the bundle: the engine loads no files. A rendered page takes with it those that it needs.

import {
  changeLanguage,
  type InterfaceLanguage,
  prepareI18n,
  type Texts,
} from "web-shared/i18n/i18n";
import en from "../../public/assets/i18n/en.json";
import fr from "../../public/assets/i18n/fr.json";
import it from "../../public/assets/i18n/it.json";
import zh from "../../public/assets/i18n/zh.json";

type Sections = Record<string, Record<string, unknown>>;

const texts: Record<InterfaceLanguage, Sections> = { fr, en, it, zh };
/** What may have to be said when the server cannot be reached, and so cannot be asked for. */
const ALWAYS = ["common", "failure", "errors.network", "errors.unexpected"];
/** The section of which a page takes single texts: it is the largest, and a page shows few of them. */
const ERRORS = "errors";
let shown = new Set<string>();
let ready: Promise<void> | null = null;

export async function setLanguage(language: InterfaceLanguage): Promise<void> {
  ready ??= prepareI18n({
    lng: language,
    read: (asked, _namespace, done) => done(null, texts[asked as InterfaceLanguage] ?? null),
    onText: (key) => shown.add(key),
  });
  await ready;
  await changeLanguage(language);
  shown = new Set(ALWAYS);
}

/** The sections of which something was shown since the language was set: a page soon shows more of them. */
export function textsOfPage(language: InterfaceLanguage): Texts {
  const all = texts[language];
  const found: Sections = {};
  for (const key of shown) {
    const [section = "", name = ""] = key.split(".");
    const whole = all[section] ?? {};
    found[section] = section === ERRORS ? { ...found[section], [name]: whole[name] } : whole;
  }
  return found;
}
