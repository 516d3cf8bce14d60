// The order of cards, which have no headers to press.
import { ActionIcon, Select, Tooltip } from "@mantine/core";
import type { RowData } from "@tanstack/react-table";
import { useTranslation } from "react-i18next";
import { Icon } from "web-shared/ui/Icon";
import styles from "./SortChoice.module.css";
import type { Column, Sort } from "./Table";

interface SortChoiceProps<Row extends RowData> {
  columns: Column<Row>[];
  sort: Sort;
  onSort: (sort: Sort) => void;
}

export function SortChoice<Row extends RowData>({ columns, sort, onSort }: SortChoiceProps<Row>) {
  const { t } = useTranslation();
  const sortable = columns.filter(({ sortBy }) => sortBy);
  const turn = t(`dashboard.table.${sort.descending ? "descending" : "ascending"}`);
  return (
    <div className={styles.order}>
      <Select
        label={t("dashboard.table.sortBy")}
        classNames={{ root: styles.choice ?? "" }}
        allowDeselect={false}
        value={sort.by}
        data={sortable.map(({ id, header }) => ({ value: String(id), label: header }))}
        onChange={(by) => by && onSort({ by, descending: false })}
      />
      <Tooltip label={turn}>
        <ActionIcon
          size={44}
          aria-label={turn}
          onClick={() => onSort({ ...sort, descending: !sort.descending })}
        >
          <Icon name={sort.descending ? "caret-down-bold" : "caret-up-bold"} size={20} />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}
