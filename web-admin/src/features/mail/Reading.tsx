// One mail: what it says, to whom, and what became of it.
import { Modal } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { moment } from "web-shared/format/format";
import { Tag, type Tone } from "web-shared/ui/Tag";
import type { Mail } from "./api";
import styles from "./Mail.module.css";

const TONES: Record<Mail["status"], Tone> = {
  QUEUED: "neutral",
  SENT: "success",
  PARKED: "danger",
};

/** The state in a word; below it what stands in the way, as long as something does. */
export function MailState({ mail }: { mail: Mail }) {
  const { t } = useTranslation();
  const { status, attempts, lastError, nextAttemptAt } = mail;
  // The first try is under way as long as nothing has failed.
  const tried = status !== "SENT" && attempts > 0 && Boolean(lastError);
  return (
    <div>
      <Tag tone={TONES[status]}>{t(`dashboard.mails.is.${status}`)}</Tag>
      {tried && (
        <small className={styles.why}>
          {t("dashboard.mails.tries", { count: attempts })}
          {nextAttemptAt && ` · ${t("dashboard.mails.nextTry", { when: moment(nextAttemptAt) })}`}
        </small>
      )}
      {status !== "SENT" && lastError && <small className={styles.why}>{lastError}</small>}
    </div>
  );
}

interface ReadingProps {
  mail: Mail | undefined;
  onClose: () => void;
}

export function Reading({ mail, onClose }: ReadingProps) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={mail !== undefined}
      onClose={onClose}
      size="lg"
      title={<span lang={mail?.language}>{mail?.subject}</span>}
      closeButtonProps={{ "aria-label": t("common.close") }}
    >
      {mail && (
        <>
          <dl className={styles.facts}>
            <dt>{t("dashboard.mails.recipient")}</dt>
            <dd>
              {mail.recipientName} {`<${mail.recipient}>`}
            </dd>
            <dt>{t("dashboard.mails.written")}</dt>
            <dd>{moment(mail.createdAt)}</dd>
            {mail.sentAt && (
              <>
                <dt>{t("dashboard.mails.left")}</dt>
                <dd>{moment(mail.sentAt)}</dd>
              </>
            )}
            <dt>{t("dashboard.mails.state")}</dt>
            <dd>
              <MailState mail={mail} />
            </dd>
          </dl>
          <p className={styles.text} lang={mail.language}>
            {mail.text}
          </p>
        </>
      )}
    </Modal>
  );
}
