// An address by which a calendar follows sessions: made on demand, and shown once.
import { Button, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useNewCalendar } from "../../api/calendars";
import { errorText } from "../../i18n/errors";
import { Icon } from "../Icon";
import { notifyFailure, notifySuccess } from "../notify";
import { Note } from "../Scene";
import styles from "./CalendarDialog.module.css";

interface SubscribeProps {
  /** What the calendar will show. */
  text: string;
  /** What is to be known of the address. */
  shownOnce: string;
  /** The sessions in this room, in place of one's own. */
  room?: number;
}

export function Subscribe({ text, shownOnce, room }: SubscribeProps) {
  const { t } = useTranslation();
  const create = useNewCalendar(room);
  return (
    <section className={styles.way}>
      <h3>{t("calendar.subscribe")}</h3>
      <p>{text}</p>
      <div role="alert">{create.error && <Note tone="danger">{errorText(create.error)}</Note>}</div>
      {create.data?.address ? (
        <Address address={create.data.address} shownOnce={shownOnce} />
      ) : (
        <Button loading={create.isPending} onClick={() => create.mutate()}>
          {t("calendar.newAddress")}
        </Button>
      )}
    </section>
  );
}

/** Shown now and never again. */
function Address({ address, shownOnce }: { address: string; shownOnce: string }) {
  const { t } = useTranslation();
  return (
    <div className={styles.address} role="status">
      <TextInput
        label={t("calendar.address")}
        description={shownOnce}
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
