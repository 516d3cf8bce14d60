// Which rows of a list are shown, and the ways to the others, on one line.
import { Button } from "@mantine/core";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "web-shared/ui/Icon";
import styles from "./Pages.module.css";

interface PagesProps {
  page: number;
  size: number;
  total: number;
  onPage: (page: number) => void;
}

const AROUND = 2; // numbered pages at either side of the current one

export function Pages({ page, size, total, onPage }: PagesProps) {
  const { t } = useTranslation();
  const last = Math.max(1, Math.ceil(total / size));
  const beyond = page > last;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page that is not there any more
  useEffect(() => {
    if (beyond) onPage(last);
  }, [beyond, last]);
  if (last === 1) return null;
  // At an end the button keeps the focus: disabled, it would drop it.
  const towards = (to: number, there: boolean) =>
    there ? { onClick: () => onPage(to) } : { "data-disabled": true, "aria-disabled": true };
  return (
    <div className={styles.frame}>
      <div className={styles.pages}>
        <p>
          {t("dashboard.table.rows", {
            from: (page - 1) * size + 1,
            to: Math.min(page * size, total),
            total,
          })}
        </p>
        <nav aria-label={t("dashboard.table.pages")}>
          <Button variant="subtle" size="sm" {...towards(page - 1, page > 1)}>
            <Icon name="caret-left-bold" size={18} />
            <span className={styles.word}>{t("dashboard.table.back")}</span>
          </Button>
          <Numbers page={page} last={last} onPage={onPage} />
          {/* Where there is no room for numbers. */}
          <p className={styles.place} aria-hidden="true">
            {page} / {last}
          </p>
          <Button variant="subtle" size="sm" {...towards(page + 1, page < last)}>
            <span className={styles.word}>{t("dashboard.table.next")}</span>
            <Icon name="caret-right-bold" size={18} />
          </Button>
        </nav>
      </div>
    </div>
  );
}

interface NumbersProps {
  page: number;
  last: number;
  onPage: (page: number) => void;
}

function Numbers({ page, last, onPage }: NumbersProps) {
  const { t } = useTranslation();
  const first = Math.max(1, Math.min(page - AROUND, last - 2 * AROUND));
  const shown = Array.from(
    { length: Math.min(last, 2 * AROUND + 1) },
    (_, at) => first + at,
  ).filter((one) => one <= last);
  return (
    <div className={styles.numbers}>
      {shown.map((one) => (
        <button
          key={one}
          type="button"
          aria-current={one === page ? "page" : undefined}
          aria-label={t("dashboard.table.page", { page: one })}
          onClick={() => onPage(one)}
        >
          {one}
        </button>
      ))}
    </div>
  );
}
