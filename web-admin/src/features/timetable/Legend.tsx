// What the looks of blocks mean.
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Icon } from "web-shared/ui/Icon";
import styles from "./Calendar.module.css";

export function Legend({ onFold }: { onFold: (() => void) | undefined }) {
  const { t } = useTranslation();
  return (
    <div className={styles.legend}>
      {(["planned", "draft", "cancelled"] as const).map((look) => (
        <span key={look}>
          <i data-look={look} />
          {t(`dashboard.timetable.legend.${look}`)}
        </span>
      ))}
      <span>
        <Icon name="swap" />
        {t("dashboard.timetable.legend.substitute")}
      </span>
      {onFold && (
        <Button variant="subtle" size="compact-sm" onClick={onFold}>
          {t("dashboard.timetable.calendar.fold")}
        </Button>
      )}
    </div>
  );
}
