// One's sessions in one's own calendar: once as a file, or by an address that the calendar reads again and again.
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useCalendarFile } from "../../api/calendars";
import { errorText } from "../../i18n/errors";
import { Dialog } from "../Dialog";
import { Icon } from "../Icon";
import { Note } from "../Scene";
import { saveFile } from "../saveFile";
import styles from "./CalendarDialog.module.css";
import { Subscribe } from "./Subscribe";

interface CalendarDialogProps {
  opened: boolean;
  subscriptionId: number;
  onClose: () => void;
}

export function CalendarDialog({ opened, subscriptionId, onClose }: CalendarDialogProps) {
  const { t } = useTranslation();
  if (!opened) return null;
  return (
    <Dialog title={t("calendar.title")} onClose={onClose}>
      <Subscribe text={t("calendar.subscribeText")} shownOnce={t("calendar.shownOnce")} />
      <Once subscriptionId={subscriptionId} />
    </Dialog>
  );
}

function Once({ subscriptionId }: { subscriptionId: number }) {
  const { t } = useTranslation();
  const file = useCalendarFile();
  return (
    <section className={styles.way}>
      <h3>{t("calendar.once")}</h3>
      <p>{t("calendar.onceText")}</p>
      <div role="alert">{file.error && <Note tone="danger">{errorText(file.error)}</Note>}</div>
      <Button
        variant="outline"
        leftSection={<Icon name="download-simple" />}
        loading={file.isPending}
        onClick={() =>
          file.mutate(subscriptionId, {
            onSuccess: (text) =>
              saveFile(t("calendar.fileName"), new Blob([text], { type: "text/calendar" })),
          })
        }
      >
        {t("calendar.download")}
      </Button>
    </section>
  );
}
