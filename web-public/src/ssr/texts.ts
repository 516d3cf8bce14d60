// The texts of all languages, in the bundle: the engine loads no files.

import { changeLanguage, type InterfaceLanguage, prepareI18n } from "web-shared/i18n/i18n";
import en from "../../public/assets/i18n/en.json";
import fr from "../../public/assets/i18n/fr.json";
import it from "../../public/assets/i18n/it.json";
import zh from "../../public/assets/i18n/zh.json";

const texts: Record<string, Record<string, unknown>> = { fr, en, it, zh };
let ready: Promise<void> | null = null;

export async function setLanguage(language: InterfaceLanguage): Promise<void> {
  ready ??= prepareI18n({
    lng: language,
    read: (asked, _namespace, done) => done(null, texts[asked] ?? null),
  });
  await ready;
  await changeLanguage(language);
}
