// How many learners a course in person needs to start, and when somebody decides about it with fewer.
import { NumberInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { today } from "web-shared/format/format";
import { DayInput } from "web-shared/ui/DayInput";
import styles from "./CourseForm.module.css";
import { hasMinimum } from "./draft";
import { fieldOf, HINT_BELOW, numberOf } from "./field";
import type { CourseForm } from "./useCourseForm";

export function Minimum({ form }: { form: CourseForm }) {
  const { t } = useTranslation();
  const { draft, edit, setMinimum } = form;
  if (draft.type !== "IN_PERSON") return null;
  const label = t("dashboard.courses.fields.minimumLearners");
  return (
    <>
      <NumberInput
        {...fieldOf(form, "minimumLearners")}
        className={styles.first}
        label={t("fields.optional", { field: label })}
        description={t("dashboard.courses.minimumHint")}
        inputWrapperOrder={HINT_BELOW}
        value={draft.minimumLearners ?? ""}
        clampBehavior="none"
        allowDecimal={false}
        onChange={(typed) => setMinimum(numberOf(typed))}
      />
      {hasMinimum(draft) && (
        <DayInput
          {...fieldOf(form, "decisionDay")}
          label={t("dashboard.courses.fields.decisionDay")}
          hint={t("dashboard.courses.decisionDayHint")}
          value={draft.decisionDay}
          onChange={(decisionDay) => edit({ decisionDay })}
          calendar={{ min: today(), max: null }}
        />
      )}
    </>
  );
}
