// The course that is offered instead: of the same language, with its dates, its price and its free seats.
import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { type Course, textsLanguage } from "web-shared/api/courses";
import { briefRange, day, price } from "web-shared/format/format";
import { FailedState, Note } from "web-shared/ui/Scene";
import { coursesQuery, targetsFor } from "./api";
import styles from "./Decisions.module.css";
import type { DecisionForm } from "./useDecisionForm";
import { seatsText } from "./words";

export function TargetField({ form }: { form: DecisionForm }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(coursesQuery);
  const targets = targetsFor(form.course, data ?? []);
  if (error && !data) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (data && targets.length === 0) {
    return <Note tone="warning">{t("dashboard.decisions.noTarget")}</Note>;
  }
  const { targetCourseId } = form.draft;
  const chosen = targets.find(({ id }) => id === targetCourseId);
  return (
    <Select
      label={t("dashboard.decisions.target")}
      description={chosen && <Facts course={chosen} range />}
      inputWrapperOrder={["label", "input", "description", "error"]}
      placeholder={t("dashboard.courses.choose")}
      searchable
      nothingFoundMessage={t("fields.nothingFound")}
      allowDeselect={false}
      disabled={!data}
      value={targetCourseId === null ? null : String(targetCourseId)}
      data={targets.map(({ id, name }) => ({ value: String(id), label: name }))}
      renderOption={({ option }) => (
        <Option course={targets.find(({ id }) => String(id) === option.value)} />
      )}
      onChange={(id) => form.edit({ targetCourseId: id === null ? null : Number(id) })}
      error={form.problemAt("targetCourseId")}
    />
  );
}

function Option({ course }: { course: Course | undefined }) {
  return (
    course && (
      <span className={styles.option}>
        <b lang={textsLanguage(course)}>{course.name}</b>
        <small>
          <Facts course={course} />
        </small>
      </span>
    )
  );
}

/** `range`: with the last day. */
function Facts({ course, range = false }: { course: Course; range?: boolean }) {
  const { t } = useTranslation();
  const { level, startDate, endDate, seatsLeft } = course;
  const facts = [
    level,
    range
      ? briefRange(startDate, endDate)
      : t("dashboard.decisions.from", { day: day(startDate, "medium") }),
    price(course.price),
    seatsText(seatsLeft),
  ];
  return facts.join("\u00a0· ");
}
