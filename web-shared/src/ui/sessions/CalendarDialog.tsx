// One's sessions in one's own calendar: once as a file, or by an address that the calendar reads again and again.
import { Button, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useCalendarFile, useNewCalendar } from "../../api/calendars";
import { errorText } from "../../i18n/errors";
import { Dialog } from "../Dialog";
import { Icon } from "../Icon";
import { notifyFailure, notifySuccess } from "../notify";
import { Note } from "../Scene";
import { saveFile } from "../saveFile";
import styles from "./CalendarDialog.module.css";

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
      <Subscribe />
      <Once subscriptionId={subscriptionId} />
    </Dialog>
  );
}

function Subscribe() {
  const { t } = useTranslation();
  const create = useNewCalendar();
  return (
    <section className={styles.way}>
      <h3>{t("calendar.subscribe")}</h3>
      <p>{t("calendar.subscribeText")}</p>
      <div role="alert">{create.error && <Note tone="danger">{errorText(create.error)}</Note>}</div>
      {create.data?.address ? (
        <Address address={create.data.address} />
      ) : (
        <Button loading={create.isPending} onClick={() => create.mutate()}>
          {t("calendar.newAddress")}
        </Button>
      )}
    </section>
  );
}

/** Shown now and never again. */
function Address({ address }: { address: string }) {
  const { t } = useTranslation();
  return (
    <div className={styles.address} role="status">
      <TextInput
        label={t("calendar.address")}
        description={t("calendar.shownOnce")}
        value={address}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className={styles.actions}>
        <Button leftSection={<Icon name="copy" />} onClick={() => void copy(address)}>
          {t("calendar.copy")}
        </Button>
        <Button component="a" href={address.replace(/^https?:/, "webcal:")} variant="outline">
          {t("calendar.open")}
        </Button>
      </div>
    </div>
  );

  async function copy(text: string) {
    try {
      await navigator.clipboard.writeText(text);
      notifySuccess(t("calendar.copied"));
    } catch {
      notifyFailure(t("calendar.notCopied"));
    }
  }
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
