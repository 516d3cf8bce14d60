// Marks that the school did not take as a whole: why, and what may become of them. They are sent again, copied to be told
// elsewhere, or given up after a question.
import { Button } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isMissing } from "web-shared/api/problem";
import { errorText } from "web-shared/i18n/errors";
import { Confirm } from "web-shared/ui/Confirm";
import { Icon } from "web-shared/ui/Icon";
import { Note } from "web-shared/ui/Scene";
import { hourOf, type RosterRow } from "../../ui/classSessions";
import type { Gesture } from "./marks";
import { discard, send } from "./outbox";
import styles from "./Roll.module.css";
import { useOutbox } from "./useRoll";

interface UntakenProps {
  session: number;
  rows: readonly RosterRow[];
}

export function Untaken({ session, rows }: UntakenProps) {
  const { t } = useTranslation();
  const { waiting, failure } = useOutbox(session);
  const [asking, setAsking] = useState(false);
  const count = waiting.length;
  return (
    <div role="alert" className={styles.told}>
      <Note tone="danger">
        <p>{t("dashboard.roll.notTaken", { count })}</p>
        <p>{isMissing(failure) ? t("dashboard.roll.missing") : errorText(failure)}</p>
        <div className={styles.ways}>
          <Button variant="outline" size="sm" onClick={() => void send(session)}>
            {t("common.retry")}
          </Button>
          <Copy gestures={waiting} rows={rows} />
          <Button variant="subtle" size="sm" color="red" onClick={() => setAsking(true)}>
            {t("dashboard.roll.discard")}
          </Button>
        </div>
      </Note>
      {asking && (
        <Confirm
          title={t("dashboard.roll.discardAsk", { count })}
          action={t("dashboard.roll.discard")}
          busy={false}
          error={null}
          onConfirm={() => discard(session)}
          onClose={() => setAsking(false)}
        >
          <p>{t("dashboard.roll.discardWhat")}</p>
        </Confirm>
      )}
    </div>
  );
}

/** The last mark of each person, a line each. */
function Copy({ gestures, rows }: { gestures: readonly Gesture[]; rows: readonly RosterRow[] }) {
  const { t } = useTranslation();
  const clipboard = useClipboard();
  const nameOf = useNameOf(rows);
  const last = new Map(gestures.map((gesture) => [gesture.subscriptionId, gesture]));
  const lines = [...last.values()].map(({ subscriptionId, status, minutes, markedAt }) => {
    const late = status === "LATE" && minutes;
    const state = late ? t("dashboard.roll.lateBy", { minutes }) : t(`dashboard.roll.is.${status}`);
    return [nameOf(subscriptionId), state, hourOf(markedAt)].join(" · ");
  });
  return (
    <>
      <Button
        variant="subtle"
        size="sm"
        leftSection={<Icon name={clipboard.copied ? "check-bold" : "copy"} />}
        onClick={() => clipboard.copy(lines.join("\n"))}
      >
        {t(clipboard.copied ? "dashboard.roll.copied" : "dashboard.roll.copy")}
      </Button>
      <span className="hidden" role="status">
        {clipboard.copied && t("dashboard.roll.copied")}
      </span>
    </>
  );
}

/** Who is not in the class any more is named by the number of the subscription. */
export function useNameOf(rows: readonly RosterRow[]): (subscriptionId: number) => string {
  const { t } = useTranslation();
  return (id) =>
    rows.find(({ subscriptionId }) => subscriptionId === id)?.learnerName ??
    t("dashboard.roll.unnamed", { id });
}
