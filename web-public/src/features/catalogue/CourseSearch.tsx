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
  const sent = useRef<string[]>([]); // on its way into the address

  // The way back and a removed filter change the words from outside; one's own arrive late, and are no news.
  useEffect(() => {
    const own = sent.current.indexOf(filters.search);
    if (own >= 0) sent.current.splice(0, own + 1);
    else setText((typed) => (typed.trim() === filters.search ? typed : filters.search));
  }, [filters]);

  function type(typed: string) {
    setText(typed);
    const search = typed.trim();
    const before = sent.current.at(-1) ?? filters.search;
    if (search === before) return;
    sent.current.push(search);
    onChange({ search }, before !== "");
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
