// The four choices, each with one sentence on what it does; what the chosen one needs stands under it.
import { Radio, Textarea } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { day } from "web-shared/format/format";
import { RadioCard } from "web-shared/ui/RadioCard";
import { Note } from "web-shared/ui/Scene";
import { isAwaited } from "../../ui/decisions";
import type { Choice, CourseDecision } from "../../ui/decisionTypes";
import { AnswerDay, NewDates } from "./Days";
import styles from "./Decisions.module.css";
import { TargetField } from "./TargetField";
import type { DecisionForm } from "./useDecisionForm";

const CHOICES: Choice[] = ["CONFIRM", "NEW_DATES", "OTHER_COURSE", "CANCEL"];
const REASON = 1000; // characters the server takes

interface ChoicesProps {
  form: DecisionForm;
  decision: CourseDecision;
}

export function Choices({ form, decision }: ChoicesProps) {
  const { t } = useTranslation();
  const { draft, course } = form;
  const { decidable, enrolled: count } = decision;
  const stop = draft.choice ?? decidable[0] ?? "CANCEL";
  return (
    <>
      <Unavailable decision={decision} />
      <Radio.Group
        label={t("dashboard.decisions.question")}
        classNames={{ label: styles.question ?? "" }}
        value={draft.choice}
        onChange={(choice) => form.choose(choice as Choice)}
      >
        <div className={styles.choices}>
          {CHOICES.map((choice) => (
            <RadioCard
              key={choice}
              value={choice}
              stop={stop}
              disabled={!decidable.includes(choice)}
            >
              <Radio.Indicator />
              <span>
                <b>{t(`dashboard.decisions.choices.${choice}.title`, { count })}</b>
                <small>
                  {t(`dashboard.decisions.choices.${choice}.text`, {
                    day: day(course.startDate),
                  })}
                </small>
              </span>
            </RadioCard>
          ))}
        </div>
      </Radio.Group>
      {draft.choice && draft.choice !== "CONFIRM" && (
        <fieldset className={styles.fields}>
          <legend className="hidden">
            {t(`dashboard.decisions.choices.${draft.choice}.title`, { count })}
          </legend>
          <Fields form={form} choice={draft.choice} />
        </fieldset>
      )}
    </>
  );
}

/** Why some of the choices cannot be made. */
function Unavailable({ decision }: { decision: CourseDecision }): ReactNode {
  const { t } = useTranslation();
  if (decision.decidable.includes("NEW_DATES")) return null;
  const why = isAwaited(decision) ? "errors.answers_open" : "errors.course_begun";
  return (
    <div className={styles.why}>
      <Note>{t(why)}</Note>
    </div>
  );
}

function Fields({ form, choice }: { form: DecisionForm; choice: Choice }) {
  return (
    <>
      {choice === "NEW_DATES" && <NewDates form={form} />}
      {choice === "OTHER_COURSE" && <TargetField form={form} />}
      {choice !== "CANCEL" && <AnswerDay form={form} />}
      <Reason form={form} required={choice === "CANCEL"} />
    </>
  );
}

function Reason({ form, required }: { form: DecisionForm; required: boolean }) {
  const { t } = useTranslation();
  const label = t("dashboard.decisions.reasonToSend");
  return (
    <Textarea
      label={required ? label : t("fields.optional", { field: label })}
      description={t("dashboard.decisions.reasonHint")}
      inputWrapperOrder={["label", "input", "description", "error"]}
      maxLength={REASON}
      autosize
      minRows={2}
      value={form.draft.reason}
      onChange={(event) => form.edit({ reason: event.currentTarget.value })}
      error={form.problemAt("reason")}
    />
  );
}
