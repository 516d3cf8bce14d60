// Whether marks are taken from the sheet that the class has signed: they then say so.
import { Switch } from "@mantine/core";
import { useTranslation } from "react-i18next";
import styles from "./Roll.module.css";
import type { Roll } from "./useRoll";

export function Paper({ roll }: { roll: Roll }) {
  const { t } = useTranslation();
  return (
    <Switch
      className={styles.paper}
      label={t("dashboard.roll.fromPaper")}
      description={t("dashboard.roll.fromPaperHint")}
      checked={roll.paper}
      onChange={(event) => roll.setPaper(event.currentTarget.checked)}
    />
  );
}
