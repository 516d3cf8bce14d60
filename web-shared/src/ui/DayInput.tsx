// A day, typed or picked. What is typed stays as it is until it is a day, so that nothing corrects itself behind one's back.
import { ActionIcon, TextInput } from "@mantine/core";
import { type ComponentType, type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";
import { NetworkError } from "../api/problem";
import { readDay, writeDay } from "../format/days";
import { errorText } from "../i18n/errors";
import { currentLanguage, withTexts } from "../i18n/i18n";
import type { DayPickerProps } from "./DayPicker";
import type { DayPopoverProps } from "./DayPopover";
import { Icon } from "./Icon";
import { notifyFailure } from "./notify";

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
  /** The days that may be picked; without it there is no calendar. */
  calendar?: Pick<DayPickerProps, "min" | "max" | "years">;
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

/** The sheet comes when a calendar first opens: the calendar opens with it. */
function Calendar({ onPick, ...days }: DayPickerProps) {
  const { t } = useTranslation();
  const button = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState(false);
  const [Sheet, setSheet] = useState<ComponentType<DayPopoverProps> | null>(null);

  async function open() {
    try {
      const { DayPopover } = await withTexts(() => import("./DayPopover"));
      // The button becomes that of the sheet, which gives the focus back to it.
      flushSync(() => setSheet(() => DayPopover));
      button.current?.focus();
      setOpened(true);
    } catch (cause) {
      notifyFailure(errorText(new NetworkError(cause)));
    }
  }

  const opener = (
    <ActionIcon
      ref={button}
      aria-label={t("fields.calendar")}
      aria-expanded={opened}
      onClick={() => (opened ? setOpened(false) : void open())}
    >
      <Icon name="calendar-dots" size={22} />
    </ActionIcon>
  );
  if (!Sheet) return opener;
  return (
    <Sheet
      {...days}
      opened={opened}
      onChange={setOpened}
      button={opener}
      onPick={(day) => {
        onPick(day);
        setOpened(false);
      }}
    />
  );
}
