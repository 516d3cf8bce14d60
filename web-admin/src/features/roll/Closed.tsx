// A roll call that is closed: to read, with the number that proves it, its sheet, and corrections with their reason.
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { moment } from "web-shared/format/format";
import { Icon } from "web-shared/ui/Icon";
import { Note } from "web-shared/ui/Scene";
import type { Roster, RosterRow } from "../../ui/classSessions";
import { Correction } from "./Correction";
import { stateOf } from "./marks";
import styles from "./Roll.module.css";
import { Sheet } from "./Sheet";
import { Chip, SIGNS } from "./signs";
import type { Roll } from "./useRoll";

interface ClosedProps {
  roll: Roll;
  roster: Roster;
  sheet: NonNullable<Roster["sheet"]>;
}

export function Closed({ roll, roster, sheet }: ClosedProps) {
  const { t } = useTranslation();
  const [correcting, setCorrecting] = useState<RosterRow | null>(null);
  const { rows, session } = roster;
  return (
    <div className={styles.two}>
      <ul className={styles.people} aria-label={t("dashboard.roll.people")}>
        {rows.map((row) => {
          const state = stateOf(row, roll.waiting);
          const { learnerName: name } = row;
          return (
            <li key={row.subscriptionId} className={styles.person} data-status={state?.status}>
              <div className={styles.press}>
                <span className={styles.arch} aria-hidden="true">
                  {state && <Icon name={SIGNS[state.status]} size={20} />}
                </span>
                <span className={styles.name}>
                  {name}
                  {row.mark && (
                    <small>
                      {t(`dashboard.roll.manner.${row.mark.manner}`)}
                      {row.mark.reason && ` · ${row.mark.reason}`}
                    </small>
                  )}
                </span>
                <Chip state={state} />
              </div>
              <button
                type="button"
                className={styles.more}
                aria-label={t("dashboard.roll.correctOne", { name })}
                onClick={() => setCorrecting(row)}
              >
                <Icon name="pencil-simple" size={20} />
              </button>
            </li>
          );
        })}
      </ul>
      <div className={styles.proof}>
        <Note tone="success">
          <p>
            {t("dashboard.roll.closedAt", {
              when: moment(sheet.closedAt),
              who: sheet.closedBy ?? "",
            })}
          </p>
          <p>{t("dashboard.roll.closedWhat")}</p>
        </Note>
        <dl>
          <dt>{t("dashboard.roll.hash")}</dt>
          <dd>
            <code>{sheet.hash}</code>
          </dd>
        </dl>
        <Sheet session={session.id} kind="closed" />
      </div>
      {correcting && (
        <Correction
          roll={roll}
          row={correcting}
          length={session.minutes}
          state={stateOf(correcting, roll.waiting)}
          onCorrect={(marking) => {
            roll.mark([marking]);
            void roll.send();
            setCorrecting(null);
          }}
          onClose={() => setCorrecting(null)}
        />
      )}
    </div>
  );
}
