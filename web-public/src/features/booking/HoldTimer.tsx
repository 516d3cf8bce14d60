// How long the seat is still held. Seen all the time, said aloud at five minutes and at one.
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { announced, clock, useSecondsLeft } from "web-shared/ui/countdown";
import { Icon } from "web-shared/ui/Icon";
import styles from "./Checkout.module.css";

interface HoldTimerProps {
  expiresAt: string;
  /** Milliseconds the server's clock is ahead. */
  offset: number;
  onOver: () => void;
}

export function HoldTimer({ expiresAt, offset, onOver }: HoldTimerProps) {
  const { t } = useTranslation();
  const left = useSecondsLeft(expiresAt, offset);
  const said = announced(left);
  const over = left === 0;

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the time is over
  useEffect(() => {
    if (over) onOver();
  }, [over]);

  return (
    <div className={styles.timer}>
      <Icon name="hourglass-medium" />
      <span role="timer">
        {t("booking.heldStill")} <span className="num">{clock(left)}</span>
      </span>
      <span className="hidden" role="status">
        {said !== null && t("booking.minutesLeft", { count: said })}
      </span>
    </div>
  );
}
