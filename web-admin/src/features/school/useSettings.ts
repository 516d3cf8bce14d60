// The state of the settings being written: what was typed, what it started from, and what came of saving it.
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "web-shared/api/problem";
import { fieldText } from "web-shared/i18n/errors";
import { conflicts, differences, merge, typedSince } from "web-shared/merge";
import { notifyNote, notifySuccess } from "web-shared/ui/notify";
import { useLocalDraft } from "../../ui/useLocalDraft";
import { changedMeanwhile, type Settings, useSaveSettings } from "./api";
import { FIELDS, formOf, type SettingsField, type SettingsForm, sentOf } from "./form";

export function useSettings(settings: Settings) {
  const { t } = useTranslation();
  const saving = useSaveSettings();
  const [from, setFrom] = useState(settings);
  const [typed, setTyped] = useState(() => formOf(settings));
  const [corrected, setCorrected] = useState<ReadonlySet<string>>(new Set());
  const [meanwhile, setMeanwhile] = useState<Settings | null>(null);
  const base = formOf(from);
  const refused = saving.error instanceof ApiError ? (saving.error.problem.fields ?? []) : [];
  const faults = FIELDS.flatMap((name) => {
    const fault = refused.find((one) => one.name === name && !corrected.has(name));
    return fault ? [{ name, text: fieldText(fault) }] : [];
  });

  const unsaved = differences(base, typed).length > 0;
  const local = useLocalDraft({
    of: "school/settings",
    title: t("dashboard.school.title"),
    typed,
    base: from,
    unsaved,
    onResume: (typed, over) => {
      setFrom(over);
      setTyped(typed);
    },
  });

  function send(form: SettingsForm, before: Settings) {
    setCorrected(new Set());
    saving.mutate(
      { ...sentOf(form), version: before.version },
      {
        onSuccess: (saved) => {
          setFrom(saved);
          setTyped((typed) => typedSince(form, typed, formOf(saved)));
          notifySuccess(t("dashboard.school.saved"));
        },
        onError: (error) => {
          const current = changedMeanwhile<Settings>(error);
          if (current) meet(form, before, current);
        },
      },
    );
  }

  /** Both changes at once when they do not touch; else one of them is chosen. */
  function meet(form: SettingsForm, before: Settings, current: Settings) {
    const [base, theirs] = [formOf(before), formOf(current)];
    if (conflicts(base, form, theirs).length > 0) return setMeanwhile(current);
    const merged = merge(base, form, theirs);
    setFrom(current);
    setTyped((typed) => typedSince(form, typed, merged));
    send(merged, current);
  }

  return {
    base,
    typed,
    faults,
    unsaved,
    local,
    saving: saving.isPending,
    /** Not about a field, and not because somebody else saved. */
    failure: refused.length > 0 || changedMeanwhile(saving.error) ? null : saving.error,
    /** The answer that named fields; another one with each attempt. */
    answer: refused.length > 0 ? saving.error : null,
    meanwhile: meanwhile && formOf(meanwhile),
    edit: (name: SettingsField, value: string) => {
      setTyped((before) => ({ ...before, [name]: value }));
      setCorrected((before) => new Set(before).add(name));
    },
    save: () => send(typed, from),
    /** The parts that take what was saved meanwhile; null to think again. */
    choose: (givenUp: ReadonlySet<string> | null) => {
      setMeanwhile(null);
      if (!meanwhile || !givenUp) return;
      saving.reset();
      setTyped(merge(base, typed, formOf(meanwhile), givenUp));
      setFrom(meanwhile);
      notifyNote(t("dashboard.conflict.look"));
    },
  };
}

export type Editing = ReturnType<typeof useSettings>;
