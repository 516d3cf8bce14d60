// The course was saved by somebody else while it was written here: which of both is right, field by field.
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { isDay } from "web-shared/format/days";
import { day, price } from "web-shared/format/format";
import { labelOf } from "web-shared/languages";
import { at, conflicts, differences, merge } from "web-shared/merge";
import { notifyNote } from "web-shared/ui/notify";
import { Conflict } from "../../ui/Conflict";
import type { EditableCourse, References } from "./api";
import { type CourseDraft, draftOf, type Line, type ModuleDraft } from "./draft";
import { useLabel } from "./labels";
import type { CourseForm } from "./useCourseForm";

interface MeanwhileProps {
  form: CourseForm;
  theirs: EditableCourse;
  references: References;
}

export function Meanwhile({ form, theirs, references }: MeanwhileProps) {
  const { t } = useTranslation();
  const label = useLabel();
  const written = useWritten(references);
  const { start, draft } = form;
  const saved = draftOf(theirs);
  const met = conflicts(start, draft, saved);
  const taken = differences(merge(start, draft, saved), draft);
  return (
    <Conflict
      fields={met.map((path) => ({
        path,
        label: label(path, at(draft, path) === undefined ? saved : draft),
        mine: written(path, at(draft, path)),
        theirs: written(path, at(saved, path)),
      }))}
      taken={taken.map((name) => label(name, draft))}
      onChoose={(givenUp) => {
        form.goOn(merge(start, draft, saved, givenUp));
        notifyNote(t("dashboard.conflict.look"));
      }}
      onClose={() => form.goOn(null)}
    />
  );
}

/** A value as people read it. */
function useWritten({ languages, levels, teachers }: References) {
  const { t } = useTranslation();
  return (path: string, value: unknown): ReactNode => {
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
    if (name === "detailedDescription") return plain(String(value));
    if (path.endsWith("/price") && value !== "") return price(Number(value));
    if (typeof value === "object" && value) return rowText(value as Line);
    return isDay(String(value)) ? day(String(value)) : String(value);
  };
}

function rowText(row: Line | ModuleDraft): string {
  return "title" in row ? [row.title, row.description].filter(Boolean).join("\n") : row.description;
}

/** The words of rich text, a line each where it has a new paragraph or point. */
function plain(html: string): string {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  return [...body.querySelectorAll("p, li, h2, h3, blockquote")]
    .filter((block) => !block.querySelector("p"))
    .map((block) => block.textContent)
    .join("\n");
}
