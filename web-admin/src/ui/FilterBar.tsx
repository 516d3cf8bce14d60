// What narrows a list: on one line beside the search; on a phone behind one button that says how many narrow it now.
import { Button, Drawer } from "@mantine/core";
import { useDisclosure, useMediaQuery } from "@mantine/hooks";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "web-shared/ui/Icon";
import styles from "./FilterBar.module.css";

const PHONE = "(max-width: 47.99em)";

interface FilterBarProps {
  search?: ReactNode;
  /** Something is searched for: that too is taken back. */
  searched?: boolean;
  /** How many filters narrow the list. */
  active: number;
  onReset: () => void;
  children: ReactNode;
}

export function FilterBar(props: FilterBarProps) {
  const { search, searched = false, active, onReset, children } = props;
  const phone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false });
  if (phone) return <Behind {...props} />;
  return (
    <div className={styles.bar}>
      {search && <div className={styles.search}>{search}</div>}
      {children}
      {(active > 0 || searched) && <Reset onReset={onReset} />}
    </div>
  );
}

function Behind({ search, active, onReset, children }: FilterBarProps) {
  const { t } = useTranslation();
  const [opened, sheet] = useDisclosure(false);
  return (
    <div className={styles.bar}>
      {search && <div className={styles.search}>{search}</div>}
      <Button
        variant="outline"
        leftSection={<Icon name="sliders-horizontal" />}
        onClick={sheet.open}
      >
        {active > 0
          ? t("dashboard.table.filtersChosen", { number: active })
          : t("dashboard.table.filters")}
      </Button>
      <Drawer
        opened={opened}
        onClose={sheet.close}
        position="bottom"
        size="auto"
        classNames={{ content: styles.sheet }}
        title={t("dashboard.table.filters")}
        closeButtonProps={{ "aria-label": t("common.close") }}
      >
        <div className={styles.choices}>{children}</div>
        <div className={styles.foot}>
          <Button onClick={sheet.close}>{t("dashboard.table.show")}</Button>
          {active > 0 && <Reset onReset={onReset} />}
        </div>
      </Drawer>
    </div>
  );
}

/** From a day to a day. */
export function DaysBetween({ children }: { children: ReactNode }) {
  return <div className={styles.days}>{children}</div>;
}

function Reset({ onReset }: { onReset: () => void }) {
  const { t } = useTranslation();
  return (
    <Button variant="subtle" onClick={onReset}>
      {t("dashboard.table.reset")}
    </Button>
  );
}

/** Of these values, how many leave something out. */
export const countOf = (filters: Record<string, string>): number =>
  Object.values(filters).filter((value) => value !== "" && value !== "all").length;
