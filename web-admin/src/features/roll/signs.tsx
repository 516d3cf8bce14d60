// What is marked, as a word with its sign: the sign never stands alone.
import { useTranslation } from "react-i18next";
import { Icon } from "web-shared/ui/Icon";
import { hourOf } from "../../ui/classSessions";
import type { State, Status } from "./marks";
import styles from "./Roll.module.css";

export const SIGNS: Record<Status, string> = {
  PRESENT: "check-bold",
  LATE: "clock",
  EXCUSED: "minus-bold",
  ABSENT: "x-bold",
};

interface ChipProps {
  state: State | null;
  /** When somebody scanned whom nobody has marked. */
  scanned?: string | null;
}

export function Chip({ state, scanned = null }: ChipProps) {
  const { t } = useTranslation();
  if (!state) {
    return (
      <span className={styles.chip}>
        {scanned
          ? t("dashboard.roll.scannedAt", { time: hourOf(scanned) })
          : t("dashboard.roll.toMark")}
      </span>
    );
  }
  const { status, minutes } = state;
  return (
    <span className={styles.chip} data-status={status}>
      <Icon name={SIGNS[status]} size="1.1em" />
      {status === "LATE" && minutes
        ? t("dashboard.roll.lateBy", { minutes })
        : t(`dashboard.roll.is.${status}`)}
    </span>
  );
}
