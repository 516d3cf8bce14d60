// What was answered to a message: by whom, when, and whether it has left.
import { useTranslation } from "react-i18next";
import { useSession } from "web-shared/api/session";
import { moment } from "web-shared/format/format";
import { Note } from "web-shared/ui/Scene";
import { ResendMail } from "../../ui/ResendMail";
import type { Message, Reply } from "./api";
import styles from "./Inbox.module.css";

export function Replies({ message: { name, email, replies } }: { message: Message }) {
  const { t } = useTranslation();
  if (replies.length === 0) return null;
  return (
    <ul className={styles.replies} aria-label={t("dashboard.inbox.replies")}>
      {replies.map((reply) => (
        <li key={reply.id}>
          <p className={styles.from}>
            {reply.author ?? t("dashboard.inbox.formerAuthor")} · {moment(reply.createdAt)}
            {reply.mailStatus === "QUEUED" && ` · ${t("dashboard.inbox.leaving")}`}
          </p>
          <p className={styles.text}>{reply.text}</p>
          <Unsent reply={reply} recipient={email ?? name} />
        </li>
      ))}
    </ul>
  );
}

/** Why an answer has not left, and what can be done about it. */
function Unsent({ reply, recipient }: { reply: Reply; recipient: string }) {
  const { t } = useTranslation();
  const { mailId, mailStatus, mailError } = reply;
  const whole = useSession()?.user.role === "ADMIN";
  if (mailStatus === "QUEUED" && mailError) {
    return <Note tone="warning">{t("dashboard.inbox.delayed", { why: mailError })}</Note>;
  }
  if (mailStatus !== "PARKED") return null;
  return (
    <Note tone="danger">
      <p>{t("dashboard.inbox.unsent", { why: mailError })}</p>
      {whole && mailId ? (
        <ResendMail mail={{ id: mailId, recipient }} />
      ) : (
        <p>{t("dashboard.inbox.unsentWhat")}</p>
      )}
    </Note>
  );
}
