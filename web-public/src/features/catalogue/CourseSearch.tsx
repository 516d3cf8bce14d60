// The words one looks for in the courses. The field keeps what is typed; the address follows.
import { ActionIcon, TextInput } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "web-shared/ui/Icon";
import styles from "./Courses.module.css";
import type { Filters } from "./filters";
import type { ChangeFilters } from "./useFilters";

export function CourseSearch({ filters, onChange }: { filters: Filters; onChange: ChangeFilters }) {
  const { t } = useTranslation();
  const [text, setText] = useState(filters.search);
  const field = useRef<HTMLInputElement>(null);
  const sent = useRef(filters.search);

  // The way back and a removed filter change the words from outside.
  useEffect(() => {
    if (filters.search === sent.current) return;
    sent.current = filters.search;
    setText(filters.search);
  }, [filters.search]);

  function type(typed: string) {
    setText(typed);
    const search = typed.trim();
    if (search === sent.current) return;
    onChange({ search }, sent.current !== "");
    sent.current = search;
  }

  return (
    <search className={styles.search}>
      <TextInput
        ref={field}
        label={t("catalogue.search")}
        placeholder={t("catalogue.searchHint")}
        type="search"
        enterKeyHint="search"
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
        leftSection={<Icon name="magnifying-glass" />}
        rightSectionWidth={48}
        rightSection={
          text && (
            <ActionIcon
              aria-label={t("catalogue.clearSearch")}
              onClick={() => {
                type("");
                field.current?.focus();
              }}
            >
              <Icon name="x" />
            </ActionIcon>
          )
        }
      />
    </search>
  );
}
