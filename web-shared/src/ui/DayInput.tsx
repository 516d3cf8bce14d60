// A day, typed or picked. What is typed stays as it is until it is a day, so that nothing corrects itself behind one's back.
import { ActionIcon, Popover, TextInput } from "@mantine/core";
import { DatePicker } from "@mantine/dates";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import "@mantine/dates/styles.layer.css";
import "dayjs/locale/fr";
import "dayjs/locale/it";
import "dayjs/locale/zh-cn";
import { isDay, readDay, writeDay } from "../format/days";
import { today } from "../format/format";
import { currentLanguage } from "../i18n/i18n";
import { Icon } from "./Icon";

interface DayInputProps {
  id?: string;
  label: string;
  hint?: string;
  /** `yyyy-mm-dd`, or what was typed so far. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  error?: ReactNode;
  name?: string;
  autoComplete?: string;
  /** The days that may be picked; without it there is no calendar. `years`: one picks the year first. */
  calendar?: { min: string; max: string | null; years?: boolean };
}

export function DayInput({ value, onChange, onBlur, calendar, hint, ...field }: DayInputProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<string | null>(null);
  const language = currentLanguage();
  return (
    <TextInput
      {...field}
      description={hint}
      inputWrapperOrder={["label", "input", "description", "error"]}
      inputMode="numeric"
      placeholder={t("fields.dayFormat")}
      value={typed ?? writeDay(value, language)}
      onChange={(event) => {
        const text = event.currentTarget.value;
        setTyped(text);
        onChange(readDay(text) ?? text);
      }}
      onBlur={() => {
        setTyped(null);
        onBlur?.();
      }}
      rightSectionWidth={48}
      rightSection={
        calendar && (
          <Calendar
            {...calendar}
            value={value}
            onPick={(day) => {
              setTyped(null);
              onChange(day);
            }}
          />
        )
      }
    />
  );
}

/** Today, or the day nearest to it that may be picked. */
function nearest(min: string, max: string | null): string {
  const now = today();
  if (now < min) return min;
  return max && max < now ? max : now;
}

/** Where the years open: near most birth dates. */
const USUAL_BIRTH = "1990-01-01";

interface CalendarProps {
  min: string;
  max: string | null;
  years?: boolean;
  value: string;
  onPick: (day: string) => void;
}

function Calendar({ min, max, years = false, value, onPick }: CalendarProps) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const language = currentLanguage();
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      trapFocus
      returnFocus
      shadow="lg"
    >
      <Popover.Target>
        <ActionIcon
          aria-label={t("fields.calendar")}
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        >
          <Icon name="calendar-dots" size={22} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <DatePicker
          value={isDay(value) ? value : null}
          defaultDate={isDay(value) ? value : years ? USUAL_BIRTH : nearest(min, max)}
          defaultLevel={years && !isDay(value) ? "decade" : "month"}
          minDate={min}
          maxDate={max ?? undefined}
          locale={language === "zh" ? "zh-cn" : language}
          firstDayOfWeek={1}
          weekendDays={[]} // red is for what is wrong
          onChange={(day) => {
            if (!day) return;
            onPick(day);
            setOpened(false);
          }}
          ariaLabels={{
            previousMonth: t("fields.previousMonth"),
            nextMonth: t("fields.nextMonth"),
            previousYear: t("fields.previousYear"),
            nextYear: t("fields.nextYear"),
            previousDecade: t("fields.previousDecade"),
            nextDecade: t("fields.nextDecade"),
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
