// A search through a list; the address keeps it (useSought).
import { ActionIcon, TextInput } from "@mantine/core";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "web-shared/ui/Icon";
import { useSearch } from "./usePage";

export function SearchField({ label, className }: { label: string; className?: string }) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const [typed, type] = useSearch();
  return (
    <search className={className}>
      <TextInput
        ref={field}
        type="search"
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        value={typed}
        onChange={(event) => type(event.currentTarget.value)}
        leftSection={<Icon name="magnifying-glass" />}
        rightSectionWidth={48}
        rightSection={
          typed && (
            <ActionIcon
              aria-label={t("faq.clear")}
              onClick={() => {
                type("");
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
