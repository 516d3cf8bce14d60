// What has not reached the school yet, and what it did not take.
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Icon } from "web-shared/ui/Icon";
import { Note } from "web-shared/ui/Scene";
import { useAway } from "web-shared/ui/useAway";
import type { RosterRow } from "../../ui/classSessions";
import { codeText } from "./codes";
import { forgetRefusals } from "./outbox";
import styles from "./Roll.module.css";
import { Untaken, useNameOf } from "./Untaken";
import { useOutbox } from "./useRoll";

interface UnsentProps {
  session: number;
  /** The class, where it is known: its names are not kept. */
  rows: readonly RosterRow[];
}

/** All of it, for one session. It never blocks anything. */
export function Unsent({ session, rows }: UnsentProps) {
  const { waiting, failure } = useOutbox(session);
  const away = useAway(waiting.length > 0);
  return (
    <>
      {failure ? (
        <Untaken session={session} rows={rows} />
      ) : (
        <div role="status">{away && <Waits count={waiting.length} />}</div>
      )}
      <Refused session={session} rows={rows} />
    </>
  );
}

export function Waits({ count }: { count: number }) {
  const { t } = useTranslation();
  return (
    <p className={styles.unsent}>
      <Icon name="wifi-slash" size={22} />
      <span>
        <b>{t("dashboard.roll.unsent", { count })}</b> {t("dashboard.roll.unsentWhat")}
      </span>
    </p>
  );
}

/** Marks that the school refused, each with its reason, until they are read. */
export function Refused({ session, rows }: UnsentProps) {
  const { t } = useTranslation();
  const { refused } = useOutbox(session);
  const nameOf = useNameOf(rows);
  if (refused.length === 0) return null;
  return (
    <div role="alert" className={styles.told}>
      <Note tone="danger">
        <ul>
          {refused.map(({ gesture, code }) => (
            <li key={gesture.clientId}>
              {t("dashboard.roll.refused", {
                name: nameOf(gesture.subscriptionId),
                state: t(`dashboard.roll.is.${gesture.status}`),
              })}{" "}
              {codeText(code)}
            </li>
          ))}
        </ul>
        <Button variant="subtle" size="sm" onClick={() => forgetRefusals(session)}>
          {t("dashboard.roll.understood")}
        </Button>
      </Note>
    </div>
  );
}
