// The field in which what was chosen is written on: rich text, lines or plain text.
import { Textarea } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { RichTextField } from "../../ui/RichTextField";
import type { Writing } from "./merging";

interface DecidedFieldProps {
  kind: Writing;
  label: string;
  value: unknown;
  onChange: (value: unknown) => void;
}

export function DecidedField({ kind, label, value, onChange }: DecidedFieldProps) {
  const { t } = useTranslation();
  if (kind === "rich") {
    return <RichTextField label={label} value={String(value ?? "")} onChange={onChange} />;
  }
  if (kind === "lines") {
    return (
      <Textarea
        label={label}
        description={t("dashboard.desktop.merge.aLineEach")}
        value={Array.isArray(value) ? value.join("\n") : ""}
        onChange={(event) => onChange(event.currentTarget.value.split("\n"))}
      />
    );
  }
  return (
    <Textarea
      label={label}
      minRows={1}
      value={String(value ?? "")}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
