// A part of the figures: its heading, what it counts, its picture or table, and the same as a file.
import { Button } from "@mantine/core";
import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "web-shared/ui/Icon";
import { type CsvValue, csv, saveCsv } from "../../ui/csv";
import styles from "./Stats.module.css";

/** The figures of a part as a file: how it is called, and its lines below their headers. */
export interface FiguresFile {
  name: string;
  header: string[];
  lines: CsvValue[][];
}

interface SectionProps {
  title: string;
  hint?: ReactNode;
  action?: ReactNode;
  file: FiguresFile;
  children: ReactNode;
}

export function Section({ title, hint, action, file, children }: SectionProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.heading}>
        <div>
          <h2 id={id}>{title}</h2>
          {hint && <p>{hint}</p>}
        </div>
        <div className={styles.actions}>
          {action}
          {file.lines.length > 0 && (
            <Button
              variant="subtle"
              size="sm"
              leftSection={<Icon name="download-simple" />}
              aria-label={t("dashboard.stats.file", { title })}
              onClick={() => saveCsv(file.name, csv(file.header, file.lines))}
            >
              CSV
            </Button>
          )}
        </div>
      </div>
      {children}
    </section>
  );
}
