// The state of a question being written: what was typed, what it started from, and what came of saving it.
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { fieldError } from "web-shared/i18n/errors";
import type { InterfaceLanguage } from "web-shared/i18n/i18n";
import { conflicts, differences, merge } from "web-shared/merge";
import { notifySuccess } from "web-shared/ui/notify";
import { useLocalDraft } from "../../ui/useLocalDraft";
import { changedMeanwhile, type Entry, useAddEntry, useChangeEntry } from "./api";
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

const EMPTY: EntryForm = {
  category: "",
  question: "",
  answer: "",
  lang: "fr",
  translations: [],
};

const BLANK: Texts = { question: "", answer: "" };

/** Of an entry that exists, or of a new one that starts like `start`. */
export function useEntry(entry: Entry | null, start: EntryForm | null) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const add = useAddEntry();
  const change = useChangeEntry(entry?.id ?? 0);
  const saving = entry ? change : add;
  const [from, setFrom] = useState(entry);
  const base = from ? formOf(from) : (start ?? EMPTY);
  const [typed, setTyped] = useState(base);
  const [corrected, setCorrected] = useState<ReadonlySet<string>>(new Set());
  const [meanwhile, setMeanwhile] = useState<Entry | null>(null);
  const [done, setDone] = useState(false);
  const unsaved = differences(base, typed).length > 0;
  const local = useLocalDraft({
    of: `faq/${entry?.id ?? "new"}`,
    title: typed.question,
    typed,
    base: from,
    unsaved: unsaved && !done,
    onResume: (typed, over) => {
      if (entry && over) setFrom(over);
      setTyped(typed);
    },
  });
  const back = `/faq/list${typed.category ? `?category=${typed.category}` : ""}`;

  // Only now does the guard know that nothing is unsaved any more.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (done) void navigate(back);
  }, [done]);

  const saved = {
    onSuccess: () => {
      notifySuccess(t("dashboard.faq.saved"));
      setDone(true);
    },
  };

  function send(form: EntryForm, before: Entry | null) {
    setCorrected(new Set());
    if (!before) return add.mutate(sentOf(form), saved);
    change.mutate(
      { ...sentOf(form), version: before.version },
      {
        ...saved,
        onError: (error) => {
          const current = changedMeanwhile(error);
          if (current) meet(form, before, current);
        },
      },
    );
  }

  /** Both changes at once when they do not touch; else one of them is chosen. */
  function meet(form: EntryForm, before: Entry, current: Entry) {
    const [base, theirs] = [formOf(before), formOf(current)];
    if (conflicts(base, form, theirs).length > 0) return setMeanwhile(current);
    const merged = merge(base, form, theirs);
    setFrom(current);
    setTyped(merged);
    send(merged, current);
  }

  function correct(name: string) {
    setCorrected((before) => new Set(before).add(name));
  }

  return {
    typed,
    base,
    unsaved,
    local,
    done,
    back,
    saving: saving.isPending || done,
    failure: changedMeanwhile(saving.error) ? null : saving.error,
    meanwhile: meanwhile && formOf(meanwhile),
    errorOf: (name: string) => (corrected.has(name) ? undefined : fieldError(saving.error, name)),
    edit: <Name extends "category" | "lang">(name: Name, value: EntryForm[Name]) => {
      setTyped((before) => ({ ...before, [name]: value }));
      correct(name);
    },
    /** Writes in one language. */
    write: (language: InterfaceLanguage, name: keyof Texts, text: string) => {
      setTyped((before) => {
        const texts = textsIn(before, language) ?? BLANK;
        return withTexts(before, language, { ...texts, [name]: text });
      });
      correct(fieldOf(typed, language, name));
    },
    // Faults are named by places: they mean nothing once those have moved.
    translate: (language: InterfaceLanguage) => {
      setTyped((before) => withTexts(before, language, BLANK));
      saving.reset();
    },
    removeTranslation: (language: InterfaceLanguage) => {
      setTyped((before) => withoutTranslation(before, language));
      saving.reset();
    },
    save: () => send(typed, from),
    /** The parts that take what was saved meanwhile; null to think again. */
    choose: (givenUp: ReadonlySet<string> | null) => {
      setMeanwhile(null);
      if (!meanwhile || !givenUp) return;
      saving.reset();
      setTyped(merge(base, typed, formOf(meanwhile), givenUp));
      setFrom(meanwhile);
    },
  };
}
