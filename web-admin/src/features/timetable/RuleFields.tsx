// On which days of the week, when, where, by whom, from when to when.
import { Checkbox, NumberInput, SegmentedControl, Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { DayInput } from "web-shared/ui/DayInput";
import { type Course, roomsQuery, teachersQuery } from "./api";
import { HourFields } from "./HourFields";
import styles from "./Sessions.module.css";
import { WEEKDAYS, weekdayName } from "./time";
import type { RuleForm } from "./useRule";

const LONG_AGO = "2000-01-01";

interface RuleFieldsProps {
  form: RuleForm;
  course: Course;
}

export function RuleFields({ form, course }: RuleFieldsProps) {
  return (
    <div className={styles.rule}>
      <Weekdays form={form} />
      <When form={form} />
      <Place form={form} course={course} />
    </div>
  );
}

function Weekdays({ form }: { form: RuleForm }) {
  const { t } = useTranslation();
  return (
    <Checkbox.Group
      className={styles.whole}
      label={t("dashboard.timetable.rule.weekdays")}
      value={form.draft.weekdays.map(String)}
      onChange={(days) => form.set({ weekdays: days.map(Number).toSorted() })}
      error={form.problemAt("weekdays")}
    >
      <div className={styles.weekdays}>
        {WEEKDAYS.map((weekday) => (
          <Checkbox
            key={weekday}
            value={String(weekday)}
            aria-label={weekdayName(weekday)}
            label={<span aria-hidden="true">{weekdayName(weekday, "short")}</span>}
          />
        ))}
      </div>
    </Checkbox.Group>
  );
}

function When({ form }: { form: RuleForm }) {
  const { t } = useTranslation();
  const { draft, set, problemAt } = form;
  return (
    <>
      <HourFields form={form} />
      <DayInput
        label={t("dashboard.timetable.fields.firstDay")}
        value={draft.firstDay}
        onChange={(firstDay) => set({ firstDay }, "lastDay")}
        calendar={{ min: LONG_AGO, max: null }}
        error={problemAt("firstDay")}
      />
      <div className={styles.end}>
        {draft.ends === "lastDay" ? (
          <DayInput
            label={t("dashboard.timetable.fields.lastDay")}
            value={draft.lastDay}
            onChange={(lastDay) => set({ lastDay })}
            calendar={{ min: LONG_AGO, max: null }}
            error={problemAt("lastDay")}
          />
        ) : (
          <NumberInput
            label={t("dashboard.timetable.fields.count")}
            value={draft.count}
            min={1}
            allowDecimal={false}
            clampBehavior="none"
            onChange={(count) => set({ count: count === "" ? "" : Number(count) })}
            error={problemAt("count")}
          />
        )}
        <SegmentedControl
          size="xs"
          aria-label={t("dashboard.timetable.rule.ends")}
          value={draft.ends}
          onChange={(ends) => set({ ends: ends as "count" }, "lastDay", "count")}
          data={(["lastDay", "count"] as const).map((value) => ({
            value,
            label: t(`dashboard.timetable.rule.endsBy.${value}`),
          }))}
        />
      </div>
    </>
  );
}

const ONLINE = "0";

export interface PlaceProps {
  form: {
    draft: { roomId: number | null; teacherId: number | null; moduleId: number | null };
    set: (change: {
      roomId?: number | null;
      teacherId?: number | null;
      moduleId?: number | null;
    }) => void;
    problemAt: (name: string) => string | undefined;
  };
  course: Pick<Course, "modules"> | undefined;
}

/** Where, by whom, of which module. */
export function Place({ form, course }: PlaceProps) {
  const { t } = useTranslation();
  const { draft, set, problemAt } = form;
  const rooms = useQuery(roomsQuery).data ?? [];
  const teachers = useQuery(teachersQuery).data ?? [];
  const choice = (id: number | null) => (id === null ? ONLINE : String(id));
  const chosen = (value: string | null) => (!value || value === ONLINE ? null : Number(value));
  return (
    <>
      <Select
        label={t("dashboard.timetable.fields.roomId")}
        allowDeselect={false}
        searchable
        nothingFoundMessage={t("fields.nothingFound")}
        value={choice(draft.roomId)}
        data={[
          { value: ONLINE, label: t("dashboard.timetable.online") },
          ...rooms.map(({ id, name, seats }) => ({
            value: String(id),
            label: seats ? `${name}, ${t("dashboard.timetable.seats", { count: seats })}` : name,
          })),
        ]}
        onChange={(value) => set({ roomId: chosen(value) })}
        error={problemAt("roomId")}
      />
      <Select
        label={t("dashboard.timetable.fields.teacherId")}
        allowDeselect={false}
        searchable
        nothingFoundMessage={t("fields.nothingFound")}
        value={choice(draft.teacherId)}
        data={[
          { value: ONLINE, label: t("dashboard.timetable.nobody") },
          ...teachers.map(({ id, fullName }) => ({ value: String(id), label: fullName })),
        ]}
        onChange={(value) => set({ teacherId: chosen(value) })}
        error={problemAt("teacherId")}
      />
      {course && course.modules.length > 0 && (
        <Select
          label={t("dashboard.timetable.fields.moduleId")}
          allowDeselect={false}
          value={choice(draft.moduleId)}
          data={[
            { value: ONLINE, label: t("dashboard.timetable.wholeCourse") },
            ...course.modules.map(({ id, title }) => ({ value: String(id), label: title })),
          ]}
          onChange={(value) => set({ moduleId: chosen(value) })}
          error={problemAt("moduleId")}
        />
      )}
    </>
  );
}
