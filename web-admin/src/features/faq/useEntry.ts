// The form of a question: of an entry that exists, or of a new one.
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import type { InterfaceLanguage } from "web-shared/i18n/i18n";
import { notifySuccess } from "web-shared/ui/notify";
import { useVersionedForm } from "../../ui/useVersionedForm";
import { type Entry, useAddEntry, useChangeEntry } from "./api";
import {
  type EntryForm,
  fieldOf,
  formOf,
  sentOf,
  type Texts,
  textsIn,
  withoutTranslation,
  withTexts,
} from "./form";

const BLANK: Texts = { question: "", answer: "" };

export function useEntry(entry: Entry | null, start: EntryForm | null) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const add = useAddEntry();
  const change = useChangeEntry();
  const form = useVersionedForm<Entry, EntryForm>({
    row: entry,
    draftOf: formOf,
    start,
    keptAs: (row) => `faq/${row?.id ?? "new"}`,
    titleOf: ({ question }) => question,
    save: (typed, over) =>
      over ? change.mutateAsync({ over, body: sentOf(typed) }) : add.mutateAsync(sentOf(typed)),
    onSaved: ({ category }, more) => {
      notifySuccess(t("dashboard.faq.saved"));
      if (!more) void navigate(backTo(category));
    },
  });
  return {
    ...form,
    back: backTo(form.draft.category),
    /** Writes in one language. */
    write: (language: InterfaceLanguage, name: keyof Texts, text: string) =>
      form.set(
        (now) => withTexts(now, language, { ...(textsIn(now, language) ?? BLANK), [name]: text }),
        fieldOf(form.draft, language, name),
      ),
    translate: (language: InterfaceLanguage) => {
      form.set((now) => withTexts(now, language, BLANK));
      form.clearProblems();
    },
    removeTranslation: (language: InterfaceLanguage) => {
      form.set((now) => withoutTranslation(now, language));
      form.clearProblems();
    },
  };
}

function backTo(category: string): string {
  return `/faq/list${category ? `?category=${category}` : ""}`;
}
