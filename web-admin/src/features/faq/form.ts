// An entry as the form has it, and as it is sent.
import { defaultLanguage, type InterfaceLanguage, isInterfaceLanguage } from "web-shared/i18n/i18n";
import type { Entry, EntryInput } from "./api";

export interface EntryForm {
  category: string;
  question: string;
  /** Rich text. */
  answer: string;
  lang: InterfaceLanguage;
}

export type EntryField = keyof EntryForm;

export function formOf(entry: Entry): EntryForm {
  const { category, question, answer, lang } = entry;
  return { category, question, answer, lang: isInterfaceLanguage(lang) ? lang : defaultLanguage };
}

/** The school's own language needs no word. */
export function sentOf({ lang, ...form }: EntryForm): EntryInput {
  return { ...form, lang: lang === defaultLanguage ? null : lang };
}
