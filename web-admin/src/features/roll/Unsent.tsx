// What has not reached the school yet, and what it did not take.
import { Button } from "@mantine/core";
import { useEffect, useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { errorText } from "web-shared/i18n/errors";
import { Icon } from "web-shared/ui/Icon";
import { Note } from "web-shared/ui/Scene";
import type { RosterRow } from "../../ui/classSessions";
import { codeText } from "./codes";
import styles from "./Roll.module.css";
import type { Roll } from "./useRoll";

const PATIENCE = 8000; // milliseconds after which what waits is worth saying

/** Counts the gestures that wait; it never blocks anything. */
export function Unsent({ roll }: { roll: Roll }) {
  const { t } = useTranslation();
  const count = roll.waiting.length;
  const away = useAway(count > 0);
  if (roll.failure) {
    return (
      <div role="alert">
        <Note tone="danger">
          <p>{t("dashboard.roll.notTaken", { count })}</p>
          <p>{errorText(roll.failure)}</p>
          <Button variant="outline" size="sm" mt={8} onClick={() => void roll.send()}>
            {t("common.retry")}
          </Button>
        </Note>
      </div>
    );
  }
  return (
    <div role="status">
      {away && (
        <p className={styles.unsent}>
          <Icon name="wifi-slash" size={22} />
          <span>
            <b>{t("dashboard.roll.unsent", { count })}</b> {t("dashboard.roll.unsentWhat")}
          </span>
        </p>
      )}
    </div>
  );
}

/** Without a network at once, else when something waits longer than a gesture does. */
function useAway(waits: boolean): boolean {
  const online = useSyncExternalStore(hearNetwork, () => navigator.onLine);
  const [long, setLong] = useState(false);
  useEffect(() => {
    setLong(false);
    if (!waits) return;
    const timer = setTimeout(() => setLong(true), PATIENCE);
    return () => clearTimeout(timer);
  }, [waits]);
  return waits && (!online || long);
}

export function hearNetwork(listener: () => void): () => void {
  const events = ["online", "offline"];
  for (const event of events) window.addEventListener(event, listener);
  return () => {
    for (const event of events) window.removeEventListener(event, listener);
  };
}

/** Marks that the school refused, each with its reason, until they are read. */
export function Refused({ roll, rows }: { roll: Roll; rows: readonly RosterRow[] }) {
  const { t } = useTranslation();
  if (roll.refused.length === 0) return null;
  const nameOf = (id: number) =>
    rows.find(({ subscriptionId }) => subscriptionId === id)?.learnerName ?? "";
  return (
    <div role="alert">
      <Note tone="danger">
        <ul>
          {roll.refused.map(({ gesture, code }) => (
            <li key={gesture.clientId}>
              {t("dashboard.roll.refused", {
                name: nameOf(gesture.subscriptionId),
                state: t(`dashboard.roll.is.${gesture.status}`),
              })}{" "}
              {codeText(code)}
            </li>
          ))}
        </ul>
        <Button variant="subtle" size="sm" onClick={roll.forget}>
          {t("dashboard.roll.understood")}
        </Button>
      </Note>
    </div>
  );
}
