// When the reader would like to be called. The calendar comes only for who asks for a call.
import { Skeleton, TextInput } from "@mantine/core";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { today } from "web-shared/format/format";
import { fieldError } from "web-shared/i18n/errors";
import styles from "./Contact.module.css";
import type { Message } from "./message";

const DayInput = lazy(() =>
  import("web-shared/ui/DayInput").then((module) => ({ default: module.DayInput })),
);

interface WishProps {
  message: Message;
  error: unknown;
  onChange: (part: Partial<Message>) => void;
}

export function Wish({ message, error, onChange }: WishProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.pair}>
      <Suspense fallback={<Skeleton height={98} />}>
        <DayInput
          label={t("contact.wishedDate")}
          hint={t("fields.dayFormat")}
          name="wishedDate"
          value={message.wishedDate}
          error={fieldError(error, "wishedDate")}
          calendar={{ min: today(), max: null }}
          onChange={(wishedDate) => onChange({ wishedDate })}
        />
      </Suspense>
      <TextInput
        label={t("contact.wishedTime")}
        description={t("contact.parisTime")}
        inputWrapperOrder={["label", "input", "description", "error"]}
        type="time"
        name="wishedTime"
        value={message.wishedTime}
        error={fieldError(error, "wishedTime")}
        onChange={(event) => onChange({ wishedTime: event.currentTarget.value })}
      />
    </div>
  );
}
