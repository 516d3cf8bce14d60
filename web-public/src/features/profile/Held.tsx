// A seat that waits for its payment: how long still, the way to pay it, and the way to give it back.
import { Button } from "@mantine/core";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { moment } from "web-shared/format/format";
import { Confirm } from "web-shared/ui/Confirm";
import { clock, useSecondsLeft } from "web-shared/ui/countdown";
import { Icon } from "web-shared/ui/Icon";
import { notifySuccess } from "web-shared/ui/notify";
import { type Bought, useRelease } from "./api";
import styles from "./Profile.module.css";
import type { PurchaseProps } from "./Purchase";

type HeldProps = Pick<PurchaseProps, "bought" | "offset" | "toPayment" | "onOver">;

export function Held({ bought, offset, toPayment, onOver }: HeldProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [releasing, setReleasing] = useState(false);
  const { desk, expiresAt } = bought.purchase;
  const named = { course: bought.courseName };
  return (
    <div className={styles.held}>
      {desk ? (
        <p>{t("profile.purchases.heldAtDesk", { moment: moment(expiresAt) })}</p>
      ) : (
        <TimeLeft expiresAt={expiresAt} offset={offset} onOver={onOver} />
      )}
      {!desk && (
        <Button
          fullWidth
          onClick={() => void navigate(toPayment(bought))}
          aria-label={t("profile.purchases.payNamed", named)}
        >
          {t("profile.purchases.pay")}
        </Button>
      )}
      <Button
        fullWidth
        variant="subtle"
        onClick={() => setReleasing(true)}
        aria-label={t("profile.purchases.releaseNamed", named)}
      >
        {t("profile.purchases.release")}
      </Button>
      {releasing && <Release bought={bought} onClose={() => setReleasing(false)} />}
    </div>
  );
}

function TimeLeft(props: { expiresAt: string; offset: number; onOver: () => void }) {
  const { t } = useTranslation();
  const left = useSecondsLeft(props.expiresAt, props.offset);
  const over = left === 0;

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the time is over
  useEffect(() => {
    if (over) props.onOver();
  }, [over]);

  return (
    <p className={styles.timer}>
      <Icon name="hourglass-medium" />
      <span role="timer">
        {t("booking.heldStill")} <span className="num">{clock(left)}</span>
      </span>
    </p>
  );
}

function Release({ bought, onClose }: { bought: Bought; onClose: () => void }) {
  const { t } = useTranslation();
  const release = useRelease();
  return (
    <Confirm
      title={t("profile.purchases.releaseTitle")}
      action={t("profile.purchases.release")}
      busy={release.isPending}
      error={release.error}
      onConfirm={() =>
        release.mutate(bought.id, {
          onSuccess: () => {
            notifySuccess(t("profile.purchases.released"));
            onClose();
          },
        })
      }
      onClose={onClose}
    >
      <p lang="fr">
        <b>{bought.courseName}</b>
      </p>
      <p>{t("profile.purchases.releaseText")}</p>
    </Confirm>
  );
}
