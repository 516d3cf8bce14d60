// Who teaches what, when, where and to how many.
import { NumberInput, Select, Textarea, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { CourseType } from "web-shared/api/courses";
import { labelOf } from "web-shared/taughtLanguages";
import { DayInput } from "web-shared/ui/DayInput";
import type { References } from "./api";
import styles from "./CourseForm.module.css";
import { FormSection } from "./FormSection";
import { fieldOf, HINT_BELOW, numberOf } from "./field";
import { Lines } from "./Lines";
import { Minimum } from "./Minimum";
import type { CourseForm } from "./useCourseForm";

const LONG_AGO = "2000-01-01"; // a course may have begun before it is written down

interface OrganisationProps {
  form: CourseForm;
  references: References;
}

export function Organisation({ form, references }: OrganisationProps) {
  const { t } = useTranslation();
  return (
    <FormSection title={t("dashboard.courses.organisation")}>
      <div className={styles.pairs}>
        <What form={form} references={references} />
        <When form={form} />
        <Minimum form={form} />
        <Where form={form} />
      </div>
      <h3>{t("dashboard.courses.sellingPoints")}</h3>
      <Lines form={form} list="sellingPoints" />
    </FormSection>
  );
}

function What({ form, references }: OrganisationProps) {
  const { t } = useTranslation();
  const { draft, edit, chooseType } = form;
  const { languages, levels, teachers } = references;
  return (
    <>
      <Select
        {...fieldOf(form, "type")}
        label={t("dashboard.courses.type")}
        placeholder={t("dashboard.courses.choose")}
        allowDeselect={false}
        value={draft.type || null}
        data={(["ONLINE", "IN_PERSON"] as const).map((value) => ({
          value,
          label: t(`dashboard.courses.types.${value}`),
        }))}
        onChange={(type) => chooseType(type as CourseType)}
      />
      <Reference
        form={form}
        name="languageId"
        label={t("dashboard.courses.language")}
        data={languages.map((language) => [language.id, labelOf(language)])}
        onChange={(languageId) => edit({ languageId })}
      />
      <Reference
        form={form}
        name="levelId"
        label={t("dashboard.courses.level")}
        data={levels.map(({ id, name }) => [id, name])}
        onChange={(levelId) => edit({ levelId })}
      />
      <Reference
        form={form}
        name="teacherId"
        label={t("dashboard.courses.fields.teacherId")}
        data={teachers.map(({ id, fullName }) => [id, fullName])}
        onChange={(teacherId) => edit({ teacherId })}
      />
    </>
  );
}

interface ReferenceProps {
  form: CourseForm;
  name: "languageId" | "levelId" | "teacherId";
  label: string;
  data: [id: number, label: string][];
  onChange: (id: number | null) => void;
}

function Reference({ form, name, label, data, onChange }: ReferenceProps) {
  const { t } = useTranslation();
  const chosen = form.draft[name];
  return (
    <Select
      {...fieldOf(form, name)}
      label={label}
      placeholder={t("dashboard.courses.choose")}
      searchable
      nothingFoundMessage={t("fields.nothingFound")}
      allowDeselect={false}
      value={chosen === null ? null : String(chosen)}
      data={data.map(([id, label]) => ({ value: String(id), label }))}
      onChange={(id) => onChange(id === null ? null : Number(id))}
    />
  );
}

function When({ form }: { form: CourseForm }) {
  const { t } = useTranslation();
  const { draft, edit } = form;
  return (
    <>
      <DayInput
        {...fieldOf(form, "startDate")}
        label={t("dashboard.courses.fields.startDate")}
        value={draft.startDate}
        onChange={(startDate) => edit({ startDate }, "endDate")}
        calendar={{ min: LONG_AGO, max: null }}
      />
      <DayInput
        {...fieldOf(form, "endDate")}
        label={t("dashboard.courses.fields.endDate")}
        value={draft.endDate}
        onChange={(endDate) => edit({ endDate })}
        calendar={{ min: LONG_AGO, max: null }}
      />
      <NumberInput
        {...fieldOf(form, "totalHours")}
        label={t("dashboard.courses.fields.totalHours")}
        value={draft.totalHours}
        clampBehavior="none"
        allowDecimal={false}
        onChange={(typed) => edit({ totalHours: numberOf(typed) })}
      />
      <NumberInput
        {...fieldOf(form, "capacity")}
        label={t("dashboard.courses.fields.capacity")}
        placeholder={t("dashboard.courses.unlimited")}
        value={draft.capacity}
        clampBehavior="none"
        allowDecimal={false}
        onChange={(typed) => edit({ capacity: numberOf(typed) })}
      />
      {draft.capacity !== "" && (
        <NumberInput
          {...fieldOf(form, "offerHours")}
          label={t("dashboard.courses.fields.offerHours")}
          description={t("dashboard.courses.offerHoursHint")}
          inputWrapperOrder={HINT_BELOW}
          value={draft.offerHours}
          clampBehavior="none"
          allowDecimal={false}
          onChange={(typed) => edit({ offerHours: numberOf(typed) })}
        />
      )}
    </>
  );
}

/** The address of the class, or the room; and the days and hours. */
function Where({ form }: { form: CourseForm }) {
  const { t } = useTranslation();
  const { draft, edit } = form;
  const optional = (field: string) => t("fields.optional", { field });
  return (
    <>
      {draft.type === "IN_PERSON" && (
        <TextInput
          {...fieldOf(form, "location")}
          className={styles.wide}
          label={optional(t("dashboard.courses.fields.location"))}
          value={draft.location}
          onChange={(event) => edit({ location: event.currentTarget.value })}
        />
      )}
      {draft.type === "ONLINE" && (
        <TextInput
          {...fieldOf(form, "meetingUrl")}
          className={styles.wide}
          type="url"
          label={optional(t("dashboard.courses.fields.meetingUrl"))}
          description={t("dashboard.courses.meetingHint")}
          inputWrapperOrder={HINT_BELOW}
          placeholder="https://"
          value={draft.meetingUrl}
          onChange={(event) => edit({ meetingUrl: event.currentTarget.value })}
        />
      )}
      <Textarea
        {...fieldOf(form, "schedule")}
        className={styles.wide}
        label={optional(t("dashboard.courses.fields.schedule"))}
        description={t("dashboard.courses.scheduleHint")}
        inputWrapperOrder={HINT_BELOW}
        minRows={2}
        value={draft.schedule}
        onChange={(event) => edit({ schedule: event.currentTarget.value })}
      />
    </>
  );
}
