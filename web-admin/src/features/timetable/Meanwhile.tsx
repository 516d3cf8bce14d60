// The fields of a rule or a session that two people changed at once.
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { writeDay } from "web-shared/format/days";
import { currentLanguage } from "web-shared/i18n/i18n";
import { Conflict, inWords } from "../../ui/Conflict";
import type { Met } from "../../ui/useVersionedForm";
import { type Course, roomsQuery, teachersQuery } from "./api";
import { hour, weekdayNames } from "./time";

interface MeanwhileProps<Draft extends object> {
  conflict: Met<unknown, Draft>;
  course: Pick<Course, "modules"> | undefined;
}

export function Meanwhile<Draft extends object>({ conflict, course }: MeanwhileProps<Draft>) {
  const { t } = useTranslation();
  const rooms = useQuery(roomsQuery).data ?? [];
  const teachers = useQuery(teachersQuery).data ?? [];
  const shown = (value: unknown, path: string) => {
    switch (path) {
      case "roomId":
        return rooms.find(({ id }) => id === value)?.name ?? t("dashboard.timetable.online");
      case "teacherId":
        return teachers.find(({ id }) => id === value)?.fullName ?? t("dashboard.timetable.nobody");
      case "moduleId":
        return (
          course?.modules.find(({ id }) => id === value)?.title ??
          t("dashboard.timetable.wholeCourse")
        );
      case "weekdays":
        return weekdayNames(value as number[]);
      case "startTime":
        return hour(String(value));
      default:
        return typeof value === "string" ? writeDay(value, currentLanguage()) : inWords(value);
    }
  };
  return (
    <Conflict
      conflict={conflict}
      labelOf={(name) => t(`dashboard.timetable.fields.${name as "date"}`)}
      shown={shown}
    />
  );
}
