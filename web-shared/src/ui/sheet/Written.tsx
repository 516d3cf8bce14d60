// An answer in one's own words.
import { Textarea } from "@mantine/core";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { AccentKeys } from "./AccentKeys";
import type { ControlProps } from "./Question";
import { inTheirOwnWords, MOST_LETTERS } from "./writing";

export function Written({ language, given, onGive, disabled, labelledBy }: ControlProps) {
  const { t } = useTranslation();
  const field = useRef<HTMLTextAreaElement>(null);
  return (
    <>
      <Textarea
        ref={field}
        aria-labelledby={labelledBy}
        lang={language}
        placeholder={t("sheet.answer")}
        rows={3}
        autosize={false}
        maxLength={MOST_LETTERS}
        value={typeof given === "string" ? given : ""}
        onChange={(event) => onGive(event.currentTarget.value)}
        disabled={disabled}
        {...inTheirOwnWords}
      />
      {!disabled && <AccentKeys language={language} into={() => field.current} />}
    </>
  );
}
