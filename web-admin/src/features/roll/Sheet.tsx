// The sheet of a session as PDF.
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Icon } from "web-shared/ui/Icon";
import { type SheetKind, useSheet } from "../../ui/useSheet";
import styles from "./Roll.module.css";

export function Sheet({ session, kind }: { session: number; kind: SheetKind }) {
  const { t } = useTranslation();
  const sheet = useSheet(session);
  const blank = kind === "blank";
  return (
    <Button
      className={styles.sheet}
      variant={blank ? "subtle" : "outline"}
      fullWidth
      leftSection={<Icon name={blank ? "printer" : "file-pdf"} />}
      loading={sheet.isPending}
      onClick={() => sheet.mutate(kind)}
    >
      {t(blank ? "dashboard.roll.blankSheet" : "dashboard.roll.sheet")}
    </Button>
  );
}
