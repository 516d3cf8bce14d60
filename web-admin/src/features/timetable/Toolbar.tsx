// Which days, in which form, in which rows; and what of it.
import { ActionIcon, Button, SegmentedControl, Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { day, dayRange, today } from "web-shared/format/format";
import { labelOf, useLanguages } from "web-shared/taughtLanguages";
import { Icon } from "web-shared/ui/Icon";
import { countOf, FilterBar } from "../../ui/FilterBar";
import styles from "./Calendar.module.css";
import { GROUPINGS, ONLINE, type View } from "./groups";
import { monthOf, monthTitle } from "./time";
import { type Place, rangeOf, stepped, type Timetable } from "./useTimetable";

interface ToolbarProps {
  place: Place;
  timetable: Timetable;
  phone: boolean;
}

export function Toolbar({ place, timetable, phone }: ToolbarProps) {
  const { t } = useTranslation();
  const { date, view, by, set, show } = place;
  const step = (steps: number) => show(stepped(view, date, steps), view);
  return (
    <div className={styles.toolbar}>
      <div className={styles.line}>
        <ActionIcon
          variant="outline"
          aria-label={t(`dashboard.timetable.calendar.before.${view}`)}
          onClick={() => step(-1)}
        >
          <Icon name="caret-left-bold" />
        </ActionIcon>
        <Button variant="outline" size="sm" onClick={() => show(today(), view)}>
          {t("dashboard.timetable.calendar.today")}
        </Button>
        <ActionIcon
          variant="outline"
          aria-label={t(`dashboard.timetable.calendar.after.${view}`)}
          onClick={() => step(1)}
        >
          <Icon name="caret-right-bold" />
        </ActionIcon>
        <h2 className={styles.period} aria-live="polite">
          {periodText(view, date)}
        </h2>
        <SegmentedControl
          aria-label={t("dashboard.timetable.calendar.view")}
          value={view}
          onChange={(view) => show(date, view as View)}
          data={(["day", "week", "month"] as const).map((value) => ({
            value,
            label: t(`dashboard.timetable.calendar.views.${value}`),
          }))}
        />
      </div>
      <div className={styles.line}>
        {!phone && view !== "month" && (
          <SegmentedControl
            aria-label={t("dashboard.timetable.calendar.by")}
            value={by}
            onChange={(by) => set("by", by === GROUPINGS[0] ? "" : by)}
            data={GROUPINGS.map((value) => ({
              value,
              label: t(`dashboard.timetable.calendar.grouping.${value}`),
            }))}
          />
        )}
        <Filters place={place} timetable={timetable} />
      </div>
    </div>
  );
}

export function periodText(view: View, date: string): string {
  if (view === "day") return day(date, "full");
  if (view === "month") return monthTitle(monthOf(date));
  const { from, to } = rangeOf("week", date);
  return `${dayRange(from, to, "long")}`;
}

function Filters({ place, timetable }: Omit<ToolbarProps, "phone">) {
  const { t } = useTranslation();
  const { chosen, set, reset } = place;
  const languages = useLanguages().all;
  const choices = [
    {
      name: "room",
      data: [
        ...timetable.rooms.map(({ id, name }) => ({ value: String(id), label: name })),
        { value: ONLINE, label: t("dashboard.timetable.online") },
      ],
    },
    {
      name: "teacher",
      data: timetable.teachers.map(({ id, fullName }) => ({ value: String(id), label: fullName })),
    },
    {
      name: "language",
      data: languages.map((language) => ({ value: language.code, label: labelOf(language) })),
    },
  ] as const;
  return (
    <FilterBar active={countOf({ ...chosen })} onReset={reset}>
      {choices.map(({ name, data }) => (
        <Select
          key={name}
          aria-label={t(`dashboard.timetable.calendar.grouping.${name}`)}
          placeholder={t(`dashboard.timetable.calendar.all.${name}`)}
          clearable
          searchable
          nothingFoundMessage={t("fields.nothingFound")}
          value={chosen[name] || null}
          data={[...data]}
          onChange={(value) => set(name, value ?? "")}
        />
      ))}
    </FilterBar>
  );
}
