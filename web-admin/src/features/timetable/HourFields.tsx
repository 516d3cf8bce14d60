// When a session begins and how long it is: of a rule, and of a single one.
import { NumberInput, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { lengthText } from "./time";

interface Hour {
  startTime: string;
  minutes: number | "";
}

interface HourFieldsProps {
  form: {
    draft: Hour;
    set: (changes: Partial<Hour>) => void;
    problemAt: (name: keyof Hour) => string | undefined;
  };
}

export function HourFields({ form: { draft, set, problemAt } }: HourFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <TextInput
        type="time"
        label={t("dashboard.timetable.fields.startTime")}
        value={draft.startTime}
        onChange={(event) => set({ startTime: event.currentTarget.value })}
        error={problemAt("startTime")}
      />
      <NumberInput
        label={t("dashboard.timetable.fields.minutes")}
        description={draft.minutes ? lengthText(draft.minutes) : undefined}
        inputWrapperOrder={["label", "input", "description", "error"]}
        value={draft.minutes}
        step={15}
        allowDecimal={false}
        clampBehavior="none"
        onChange={(minutes) => set({ minutes: minutes === "" ? "" : Number(minutes) })}
        error={problemAt("minutes")}
      />
    </>
  );
}
