// What narrows a list of sales; each choice leads to the first page and stays in the address.
import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isDay } from "web-shared/format/days";
import { today } from "web-shared/format/format";
import { DayInput } from "web-shared/ui/DayInput";
import { coursesQuery } from "./api";

interface CourseChoiceProps {
  value: string;
  onChange: (id: string) => void;
}

/** One course of all there are, found by typing; none: every course. */
export function CourseChoice({ value, onChange }: CourseChoiceProps) {
  const { t } = useTranslation();
  const { data = [] } = useQuery(coursesQuery);
  return (
    <Select
      aria-label={t("dashboard.sales.course")}
      placeholder={t("dashboard.sales.anyCourse")}
      searchable
      clearable
      clearButtonProps={{ "aria-label": t("dashboard.sales.anyCourse") }}
      nothingFoundMessage={t("dashboard.sales.noCourse")}
      value={value || null}
      data={data.map(({ id, name }) => ({ value: String(id), label: name }))}
      onChange={(chosen) => onChange(chosen ?? "")}
    />
  );
}

interface DayChoiceProps {
  label: string;
  value: string;
  onChange: (day: string) => void;
}

const OLDEST = "2020-01-01"; // the calendar goes no further back

/** A day that narrows the list as soon as it is one, or is gone. */
export function DayChoice({ label, value, onChange }: DayChoiceProps) {
  const { t } = useTranslation();
  const [known, setKnown] = useState(value);
  const [typed, setTyped] = useState(value);
  if (value !== known) {
    setKnown(value);
    setTyped(value);
  }
  return (
    <div>
      <DayInput
        label={label}
        value={typed}
        calendar={{ min: OLDEST, max: today() }}
        error={typed !== "" && !isDay(typed) && typed.length >= 10 && t("errors.invalid_date")}
        onChange={(text) => {
          setTyped(text);
          if (text === "" || isDay(text)) onChange(text);
        }}
      />
    </div>
  );
}
