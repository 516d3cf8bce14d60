// The sheet of a calendar, a month or the years of a decade. It comes when a calendar first opens (DayPopover).
import { DatePicker } from "@mantine/dates";
import { useTranslation } from "react-i18next";
import "@mantine/dates/styles.layer.css";
import "dayjs/locale/fr";
import "dayjs/locale/it";
import "dayjs/locale/zh-cn";
import { isDay } from "../format/days";
import { today } from "../format/format";
import { currentLanguage } from "../i18n/i18n";

/** Today, or the day nearest to it that may be picked. */
function nearest(min: string, max: string | null): string {
  const now = today();
  if (now < min) return min;
  return max && max < now ? max : now;
}

/** Where the years open: near most birth dates. */
const USUAL_BIRTH = "1990-01-01";

export interface DayPickerProps {
  min: string;
  max: string | null;
  /** One picks the year first. */
  years?: boolean;
  /** `yyyy-mm-dd`, or what was typed so far. */
  value: string;
  onPick: (day: string) => void;
}

export function DayPicker({ min, max, years = false, value, onPick }: DayPickerProps) {
  const { t } = useTranslation();
  const language = currentLanguage();
  return (
    <DatePicker
      value={isDay(value) ? value : null}
      defaultDate={isDay(value) ? value : years ? USUAL_BIRTH : nearest(min, max)}
      defaultLevel={years && !isDay(value) ? "decade" : "month"}
      minDate={min}
      maxDate={max ?? undefined}
      locale={language === "zh" ? "zh-cn" : language}
      firstDayOfWeek={1}
      weekendDays={[]} // red is for what is wrong
      onChange={(day) => day && onPick(day)}
      ariaLabels={{
        previousMonth: t("fields.previousMonth"),
        nextMonth: t("fields.nextMonth"),
        previousYear: t("fields.previousYear"),
        nextYear: t("fields.nextYear"),
        previousDecade: t("fields.previousDecade"),
        nextDecade: t("fields.nextDecade"),
      }}
    />
  );
}
