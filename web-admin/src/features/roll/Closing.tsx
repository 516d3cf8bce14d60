// Closing a roll call: says what is missing, asks once, and first sends what waits.
import { Button } from "@mantine/core";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { currentLanguage } from "web-shared/i18n/i18n";
import { Confirm } from "web-shared/ui/Confirm";
import { Icon } from "web-shared/ui/Icon";
import { notifySuccess } from "web-shared/ui/notify";
import type { ClassSession } from "../../ui/classSessions";
import { missingOf, useClose } from "./api";
import { STATUSES, type Standing } from "./marks";
import { outboxOf } from "./outbox";
import styles from "./Roll.module.css";
import type { Roll } from "./useRoll";

interface ClosingProps {
  roll: Roll;
  session: ClassSession;
  standing: Standing;
}

export function Closing({ roll, session, standing }: ClosingProps) {
  const { t } = useTranslation();
  const why = useId();
  const [asking, setAsking] = useState(false);
  const lacking = useLacking(standing);

  // Nothing happens where something is missing: the way leads to it.
  function press() {
    if (!lacking) return setAsking(true);
    const [first] = [...standing.missing, ...standing.scans];
    document.getElementById(`person-${first?.subscriptionId}`)?.focus();
  }

  return (
    <div className={styles.closing}>
      <p id={why} className={styles.why} role="status">
        {lacking && (
          <>
            <Icon name="info" size={20} />
            <span>{lacking}</span>
          </>
        )}
      </p>
      <Button
        fullWidth
        leftSection={<Icon name="lock-simple" />}
        {...(lacking && { "data-disabled": true, "aria-disabled": true, "aria-describedby": why })}
        onClick={press}
      >
        {t("dashboard.roll.close")}
      </Button>
      {asking && <Question {...{ roll, session, standing }} onClose={() => setAsking(false)} />}
    </div>
  );
}

/** "Il reste 1 personne à noter et 2 scans à confirmer." */
function useLacking({ missing, scans }: Standing): string | null {
  const { t } = useTranslation();
  const parts = [
    missing.length > 0 && t("dashboard.roll.leftToMark", { count: missing.length }),
    scans.length > 0 && t("dashboard.roll.leftToConfirm", { count: scans.length }),
  ].filter((part) => part !== false);
  if (parts.length === 0) return null;
  const list = new Intl.ListFormat(currentLanguage()).format(parts);
  return t("dashboard.roll.left", { list });
}

function Question({ roll, session, standing, onClose }: ClosingProps & { onClose: () => void }) {
  const { t } = useTranslation();
  const close = useClose(session.id);
  const [stuck, setStuck] = useState(false);
  const [busy, setBusy] = useState(false);
  const missing = missingOf(close.error).map(
    (id) => roll.roster?.rows.find((row) => row.subscriptionId === id)?.learnerName ?? "",
  );

  async function confirm() {
    setBusy(true);
    setStuck(false);
    await roll.send();
    if (outboxOf(session.id).waiting.length > 0) setStuck(true);
    else {
      await close.mutateAsync().then(
        () => {
          notifySuccess(t("dashboard.roll.closed"));
          onClose();
        },
        () => undefined, // said by the dialog
      );
    }
    setBusy(false);
  }

  return (
    <Confirm
      harmless
      title={t("dashboard.roll.closeAsk")}
      action={t("dashboard.roll.close")}
      busy={busy}
      {...(missing.length > 0 && {
        failed: t("dashboard.roll.marksMissing", {
          names: new Intl.ListFormat(currentLanguage()).format(missing),
        }),
      })}
      error={close.error}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>
        {STATUSES.filter((status) => standing.counts[status] > 0)
          .map((status) => {
            const count = standing.counts[status];
            return `${count} ${t(`dashboard.roll.counted.${status}`, { count })}`;
          })
          .join(", ")}
        .
      </p>
      <p>{t("dashboard.roll.closeWhat")}</p>
      <p role="alert">{stuck && t("dashboard.roll.closeAway")}</p>
    </Confirm>
  );
}
