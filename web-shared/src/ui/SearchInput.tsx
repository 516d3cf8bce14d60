// A field to search by, with a press that empties it and stays there.
import { ActionIcon, TextInput, type TextInputProps } from "@mantine/core";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "./Icon";

interface SearchInputProps extends Omit<TextInputProps, "onChange"> {
  value: string;
  onChange: (typed: string) => void;
}

/** `className` goes to the landmark around the field. */
export function SearchInput({ value, onChange, className, ...input }: SearchInputProps) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  return (
    <search className={className}>
      <TextInput
        {...input}
        ref={field}
        type="search"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        leftSection={<Icon name="magnifying-glass" />}
        rightSectionWidth={48}
        rightSection={
          value && (
            <ActionIcon
              aria-label={t("faq.clear")}
              onClick={() => {
                onChange("");
                field.current?.focus();
              }}
            >
              <Icon name="x-bold" size={16} />
            </ActionIcon>
          )
        }
      />
    </search>
  );
}
