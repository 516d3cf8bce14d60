// Who scanned the code, apart until a teacher confirms it: a code can be photographed.
import { ActionIcon, Button } from "@mantine/core";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "web-shared/ui/Icon";
import { hourOf, type RosterRow } from "../../ui/classSessions";
import type { Status } from "./marks";
import styles from "./Roll.module.css";
import type { Roll } from "./useRoll";

export function Scans({ roll, rows }: { roll: Roll; rows: RosterRow[] }) {
  const { t } = useTranslation();
  const heading = useId();
  const mark = (of: RosterRow[], status: Status) =>
    roll.mark(of.map(({ subscriptionId }) => ({ subscriptionId, status })));
  return (
    <section className={styles.scans} aria-labelledby={heading}>
      <header>
        <h2 id={heading}>{t("dashboard.roll.scans")}</h2>
        <Button variant="outline" onClick={() => mark(rows, "PRESENT")}>
          {t("dashboard.roll.confirmAll")}
        </Button>
      </header>
      <ul>
        {rows.map((row) => (
          <li key={row.subscriptionId}>
            <span>
              <b>{row.learnerName}</b>
              <small>
                {row.scan && t("dashboard.roll.scannedAt", { time: hourOf(row.scan.at) })}
              </small>
            </span>
            <ActionIcon
              size={44}
              variant="outline"
              aria-label={t("dashboard.roll.confirmOne", { name: row.learnerName })}
              onClick={() => mark([row], "PRESENT")}
            >
              <Icon name="check-bold" size={20} />
            </ActionIcon>
            <ActionIcon
              size={44}
              variant="outline"
              aria-label={t("dashboard.roll.refuseOne", { name: row.learnerName })}
              onClick={() => mark([row], "ABSENT")}
            >
              <Icon name="x-bold" size={20} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <p>{t("dashboard.roll.scansHint")}</p>
    </section>
  );
}
