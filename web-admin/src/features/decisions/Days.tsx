// The days of a decision: the new first and last one, a next day of decision, and until when one may answer.
import { useTranslation } from "react-i18next";
import { addDays, today } from "web-shared/format/format";
import { DayInput } from "web-shared/ui/DayInput";
import styles from "./Decisions.module.css";
import type { DecisionForm } from "./useDecisionForm";

interface DaysProps {
  form: DecisionForm;
}

export function NewDates({ form }: DaysProps) {
  const { t } = useTranslation();
  const { draft, edit, problemAt } = form;
  const calendar = { min: addDays(today(), 1), max: null };
  return (
    <>
      <div className={styles.pair}>
        <DayInput
          label={t("dashboard.decisions.newStart")}
          value={draft.startDate}
          onChange={form.setStart}
          error={problemAt("startDate")}
          calendar={calendar}
        />
        <DayInput
          label={t("dashboard.decisions.newEnd")}
          value={draft.endDate}
          onChange={(endDate) => edit({ endDate })}
          error={problemAt("endDate")}
          calendar={calendar}
        />
      </div>
      <DayInput
        label={t("fields.optional", { field: t("dashboard.decisions.nextDay") })}
        hint={t("dashboard.decisions.nextDayHint")}
        value={draft.decisionDay}
        onChange={(decisionDay) => edit({ decisionDay })}
        error={problemAt("decisionDay")}
        calendar={calendar}
      />
    </>
  );
}

export function AnswerDay({ form }: DaysProps) {
  const { t } = useTranslation();
  return (
    <DayInput
      label={t("dashboard.decisions.answerBy")}
      hint={t("dashboard.decisions.answerByHint")}
      value={form.draft.answerBy}
      onChange={(answerBy) => form.edit({ answerBy })}
      error={form.problemAt("answerBy")}
      calendar={{ min: addDays(today(), 1), max: null }}
    />
  );
}
