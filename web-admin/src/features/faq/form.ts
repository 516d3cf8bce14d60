// An entry as the form has it, and as it is sent.
import {
  defaultLanguage,
  type InterfaceLanguage,
  interfaceLanguages,
  isInterfaceLanguage,
} from "web-shared/i18n/i18n";
import type { Entry, EntryInput } from "./api";

/** What stands in one language. */
export interface Texts {
  question: string;
  /** Rich text. */
  answer: string;
}

export interface Translation extends Texts {
  key: InterfaceLanguage;
}

export interface EntryForm extends Texts {
  category: string;
  lang: InterfaceLanguage;
  /** In the order of the languages. */
  translations: Translation[];
}

export type EntryField = keyof EntryForm;

const EMPTY: EntryForm = {
  category: "",
  question: "",
  answer: "",
  lang: defaultLanguage,
  translations: [],
};

/** Of an entry, or of a new one. */
export function formOf(entry: Entry | null): EntryForm {
  if (!entry) return EMPTY;
  const { category, question, answer, lang, translations = [] } = entry;
  return {
    category,
    question,
    answer,
    lang: isInterfaceLanguage(lang) ? lang : defaultLanguage,
    translations: inOrder(translations.map(({ lang, ...texts }) => ({ key: lang, ...texts }))),
  };
}

/** The school's own language needs no word. */
export function sentOf({ lang, translations, ...form }: EntryForm): EntryInput {
  return {
    ...form,
    lang: lang === defaultLanguage ? null : lang,
    translations: translations.map(({ key, ...texts }) => ({ lang: key, ...texts })),
  };
}

/** The form with the texts of one language: of its own, of a translation, or of a new one. */
export function withTexts(form: EntryForm, language: InterfaceLanguage, texts: Texts): EntryForm {
  const { question, answer } = texts;
  if (language === form.lang) return { ...form, question, answer };
  const others = form.translations.filter(({ key }) => key !== language);
  return { ...form, translations: inOrder([...others, { key: language, question, answer }]) };
}

export function withoutTranslation(form: EntryForm, language: InterfaceLanguage): EntryForm {
  return { ...form, translations: form.translations.filter(({ key }) => key !== language) };
}

/** What stands in a language; undefined where nobody has translated it. */
export function textsIn(form: EntryForm, language: InterfaceLanguage): Texts | undefined {
  return language === form.lang ? form : form.translations.find(({ key }) => key === language);
}

/** How the server names a text. */
export function fieldOf(form: EntryForm, language: InterfaceLanguage, name: keyof Texts): string {
  if (language === form.lang) return name;
  return `translations[${form.translations.findIndex(({ key }) => key === language)}].${name}`;
}

function inOrder(translations: Translation[]): Translation[] {
  return interfaceLanguages.flatMap(
    (language) => translations.find(({ key }) => key === language) ?? [],
  );
}
