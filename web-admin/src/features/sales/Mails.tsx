// The mails of a reservation: to whom, whether they left, and the way to send one again.
import { useTranslation } from "react-i18next";
import { moment } from "web-shared/format/format";
import { Tag, type Tone } from "web-shared/ui/Tag";
import { ResendMail } from "../../ui/ResendMail";
import type { History } from "./api";
import styles from "./Reservation.module.css";

type MailNote = History["mails"][number];

const TONES: Record<MailNote["status"], Tone> = {
  QUEUED: "neutral",
  SENT: "success",
  PARKED: "danger",
};

export function Mails({ mails }: { mails: MailNote[] }) {
  const { t } = useTranslation();
  return (
    <section className={styles.part}>
      <h2>{t("dashboard.sales.mails")}</h2>
      {mails.length === 0 && <p className="muted">{t("dashboard.sales.noMail")}</p>}
      <ul className={styles.mails}>
        {mails.map((mail) => (
          <li key={mail.id}>
            <div>
              <b>{t(`dashboard.sales.mailKinds.${mail.kind as "refund"}`)}</b>
              <small>{mail.recipient}</small>
              <small>{moment(mail.sentAt ?? mail.createdAt)}</small>
              {mail.status !== "SENT" && mail.lastError && (
                <p className={styles.note}>{mail.lastError}</p>
              )}
            </div>
            <div className={styles.mailState}>
              <Tag tone={TONES[mail.status]}>{t(`dashboard.mails.is.${mail.status}`)}</Tag>
              {mail.status !== "QUEUED" && <ResendMail mail={mail} />}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
