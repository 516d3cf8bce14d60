// The course was saved by somebody else while it was written here: which of both is right, field by field.
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { isDay } from "web-shared/format/days";
import { day, price } from "web-shared/format/format";
import { labelOf } from "web-shared/taughtLanguages";
import { Conflict, inWords } from "../../ui/Conflict";
import type { Met } from "../../ui/useVersionedForm";
import type { EditableCourse, References } from "./api";
import type { CourseDraft, Line, ModuleDraft } from "./draft";
import { useLabel } from "./labels";

interface MeanwhileProps {
  conflict: Met<EditableCourse, CourseDraft>;
  references: References;
}

export function Meanwhile({ conflict, references }: MeanwhileProps) {
  return <Conflict conflict={conflict} labelOf={useLabel()} shown={useShown(references)} />;
}

/** A value as people read it. */
function useShown({ languages, levels, teachers }: References) {
  const { t } = useTranslation();
  return (value: unknown, path: string): ReactNode => {
    const name = path.split("/").at(-1) as keyof CourseDraft;
    if (value === undefined) return t("dashboard.courses.removed");
    if (typeof value === "boolean") return t(`dashboard.courses.${value ? "yes" : "no"}`);
    if (name === "type" && value) return t(`dashboard.courses.types.${value as "ONLINE"}`);
    if (name === "languageId") {
      const language = languages.find(({ id }) => id === value);
      return language && labelOf(language);
    }
    if (name === "levelId") return levels.find(({ id }) => id === value)?.name;
    if (name === "teacherId") return teachers.find(({ id }) => id === value)?.fullName;
    if (path.endsWith("/price") && value !== "") return price(Number(value));
    if (typeof value === "object" && value) return rowText(value as Line);
    return isDay(String(value)) ? day(String(value)) : inWords(value);
  };
}

function rowText(row: Line | ModuleDraft): string {
  return "title" in row ? [row.title, row.description].filter(Boolean).join("\n") : row.description;
}
