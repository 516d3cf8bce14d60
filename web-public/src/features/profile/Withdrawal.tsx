// The right to withdraw from a purchase, in two steps; and what became of it once it was declared.
import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { day, dayOf, moment, money } from "web-shared/format/format";
import { Confirm } from "web-shared/ui/Confirm";
import { notifySuccess } from "web-shared/ui/notify";
import { type Bought, useWithdraw } from "./api";
import styles from "./Profile.module.css";

export function Withdrawal({ bought }: { bought: Bought }) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const { withdrawal } = bought.purchase;
  return (
    <>
      {withdrawal?.declaredAt && <Declared bought={bought} />}
      {withdrawal?.possible && withdrawal.until && (
        <div className={styles.withdrawal}>
          <Button
            fullWidth
            variant="subtle"
            onClick={() => setAsking(true)}
            aria-label={t("profile.purchases.withdrawal.openNamed", { course: bought.courseName })}
          >
            {t("profile.purchases.withdrawal.open")}
          </Button>
          <p className="caption muted">
            {t("profile.purchases.withdrawal.until", { day: day(withdrawal.until) })}
          </p>
        </div>
      )}
      {/* It outlives its button, which goes with the declaration. */}
      {asking && <Declaration bought={bought} onClose={() => setAsking(false)} />}
    </>
  );
}

/** What became of it, in sentences. */
function Declared({ bought }: { bought: Bought }) {
  const { t } = useTranslation();
  const { declaredAt, outcome, decided, note } = bought.purchase.withdrawal ?? {};
  if (!declaredAt) return null;
  return (
    <div className={styles.payment}>
      <p>{t("profile.purchases.withdrawal.declared", { moment: moment(declaredAt) })}</p>
      {outcome === "REQUESTED" && <p>{t("profile.purchases.withdrawal.waits")}</p>}
      {outcome === "DECIDED" && (
        <p>{t("profile.purchases.withdrawal.decided", { amount: money(decided ?? 0) })}</p>
      )}
      {note && <p className={styles.note}>{note}</p>}
    </div>
  );
}

/** The declaration as it will be acknowledged: who withdraws from what. */
function Declaration({ bought, onClose }: { bought: Bought; onClose: () => void }) {
  const { t } = useTranslation();
  const { mutate, isPending, error } = useWithdraw();
  const { purchase, courseName, moduleTitles } = bought;
  const { withdrawal, payerEmail } = purchase;
  const word = (name: "name" | "contract" | "learner" | "made" | "amount" | "mail") =>
    t(`profile.purchases.withdrawal.${name}`);
  // The dialog stays while the row is read again; pressed twice, the answer is told once.
  const confirm = () =>
    mutate(bought.id, {
      onSuccess: () => {
        notifySuccess(t("profile.purchases.withdrawal.done", { email: payerEmail }));
        onClose();
      },
    });
  return (
    <Confirm
      title={t("profile.purchases.withdrawal.title")}
      action={t("profile.purchases.withdrawal.confirm")}
      busy={isPending}
      error={error}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>{t("profile.purchases.withdrawal.lead")}</p>
      <dl className={styles.declaration}>
        <dt>{word("name")}</dt>
        <dd>{purchase.payerName ?? payerEmail}</dd>
        <dt>{word("contract")}</dt>
        <dd lang="fr">{[courseName, ...moduleTitles].join(", ")}</dd>
        {purchase.forAnother && (
          <>
            <dt>{word("learner")}</dt>
            <dd>{purchase.learnerName || purchase.learnerEmail || "–"}</dd>
          </>
        )}
        <dt>{word("made")}</dt>
        <dd>{purchase.confirmedAt && day(dayOf(purchase.confirmedAt))}</dd>
        <dt>{word("amount")}</dt>
        <dd className="num">{money(purchase.amount)}</dd>
        <dt>{word("mail")}</dt>
        <dd>{payerEmail}</dd>
      </dl>
      <p>
        {withdrawal?.refund != null
          ? t("profile.purchases.withdrawal.full", { amount: money(withdrawal.refund) })
          : t("profile.purchases.withdrawal.share", { amount: money(withdrawal?.proposed ?? 0) })}
      </p>
      <p>{t("profile.purchases.withdrawal.ends")}</p>
    </Confirm>
  );
}
