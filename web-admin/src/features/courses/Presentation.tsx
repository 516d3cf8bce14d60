// What a visitor reads first of a course.
import { Textarea, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { RichTextField } from "../../ui/RichTextField";
import styles from "./CourseForm.module.css";
import { FormSection } from "./FormSection";
import { fieldOf, HINT_BELOW } from "./field";
import type { CourseForm } from "./useCourseForm";

const EDITOR = 320; // pixels, as specified

export function Presentation({ form }: { form: CourseForm }) {
  const { t } = useTranslation();
  const { draft, edit } = form;
  return (
    <FormSection title={t("dashboard.courses.presentation")}>
      <div className={styles.fields}>
        <TextInput
          {...fieldOf(form, "name")}
          lang="fr"
          label={t("dashboard.courses.fields.name")}
          value={draft.name}
          onChange={(event) => edit({ name: event.currentTarget.value })}
        />
        <Textarea
          {...fieldOf(form, "description")}
          lang="fr"
          label={t("dashboard.courses.fields.description")}
          description={t("dashboard.courses.descriptionHint")}
          inputWrapperOrder={HINT_BELOW}
          minRows={2}
          value={draft.description}
          onChange={(event) => edit({ description: oneLine(event.currentTarget.value) })}
        />
        <RichTextField
          {...fieldOf(form, "detailedDescription")}
          label={t("fields.optional", { field: t("dashboard.courses.fields.detailedDescription") })}
          minHeight={EDITOR}
          value={draft.detailedDescription}
          onChange={(detailedDescription) => edit({ detailedDescription })}
        />
      </div>
    </FormSection>
  );
}

function oneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, " ");
}
