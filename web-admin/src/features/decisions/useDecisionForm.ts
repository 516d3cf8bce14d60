// The form of a decision: what it would do is read before it can be done, and read anew when something changed meanwhile.
import { useState } from "react";
import type { Course } from "web-shared/api/courses";
import { hasCode } from "web-shared/api/problem";
import { fieldText } from "web-shared/i18n/errors";
import type { Choice, DecisionInput, DecisionPreview } from "../../ui/decisionTypes";
import { useDecide, usePreview } from "./api";
import {
  bodyOf,
  type Chosen,
  type DecisionDraft,
  emptyDraft,
  type Field,
  faultsOf,
  isTyped,
  previewKey,
  withStart,
} from "./draft";
import { generalRefusal, refusalAt } from "./faults";

export interface Seen {
  key: string;
  body: DecisionInput;
  preview: DecisionPreview;
  /** It replaced one that was out of date. */
  changed: boolean;
}

export type DecisionForm = ReturnType<typeof useDecisionForm>;

export function useDecisionForm(course: Course, onDecided: (choice: Choice) => void) {
  const [draft, setDraft] = useState(emptyDraft);
  const [asked, setAsked] = useState(false);
  const [reasonAsked, setReasonAsked] = useState(false);
  const [seen, setSeen] = useState<Seen | null>(null);
  const preview = usePreview(course.id);
  const decide = useDecide(course.id);
  const refusals = useRefusals(preview.error ?? decide.error);
  const body = bodyOf(draft);
  const faults = faultsOf(draft);
  const reasonMissing = draft.choice === "CANCEL" && draft.reason.trim() === "";

  function edit(changes: Partial<DecisionDraft>) {
    setDraft((before) => ({ ...before, ...changes }));
    refusals.correct(Object.keys(changes));
  }

  function look(body: DecisionInput, changed: boolean) {
    refusals.retry();
    decide.reset();
    const onSuccess = (preview: DecisionPreview) =>
      setSeen({ key: previewKey(body), body, preview, changed });
    preview.mutate(body, { onSuccess });
  }

  function send(body: Chosen, fingerprint: string) {
    refusals.retry();
    preview.reset();
    decide.mutate(
      { ...body, fingerprint },
      {
        onSuccess: () => onDecided(body.choice),
        onError: (error) => {
          if (hasCode(error, "preview_changed")) look(body, true);
        },
      },
    );
  }

  return {
    course,
    draft,
    edit,
    choose: (choice: DecisionDraft["choice"]) => {
      setAsked(false);
      setReasonAsked(false);
      edit({ choice });
      refusals.forget();
    },
    setStart: (startDate: string) => edit(withStart(draft, startDate, course)),
    problemAt: (name: Field): string | undefined => {
      const fault = asked && faults.find((one) => one.name === name);
      if (fault) return fieldText(fault);
      if (name === "reason" && reasonAsked && reasonMissing) {
        return fieldText({ name, code: "reason_required", message: "" });
      }
      return refusals.at(name);
    },
    refusal: refusals.general,
    error: refusals.error,
    /** The preview of what is chosen now. */
    seen: seen && seen.key === previewKey(body) ? seen : null,
    looking: preview.isPending,
    /** Something was typed or picked. */
    unsaved: isTyped(draft),
    deciding: decide.isPending,
    decided: decide.isSuccess,
    look: () => {
      setAsked(true);
      if (body && faults.length === 0 && !preview.isPending) look(body, false);
    },
    confirm: (fingerprint: string) => {
      setReasonAsked(true);
      const busy = decide.isPending || preview.isPending;
      if (body && !reasonMissing && !busy) send(body, fingerprint);
    },
  };
}

/** What the server refused, until the field it is about is typed in anew. */
function useRefusals(error: unknown) {
  const [corrected, setCorrected] = useState<readonly string[]>([]);
  const [forgotten, setForgotten] = useState<unknown>(null);
  const current = error === forgotten ? null : error;
  return {
    error: current,
    general: generalRefusal(current),
    at: (name: Field) => (corrected.includes(name) ? undefined : refusalAt(current, name)),
    correct: (names: string[]) => setCorrected((before) => [...before, ...names]),
    retry: () => setCorrected([]),
    /** Another choice was made: what was refused is not asked for any more. */
    forget: () => setForgotten(error),
  };
}
