// Messages to the class of a course: what was sent, and a new one, by a teacher of the course or staff.
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { isMissing } from "web-shared/api/problem";
import { useSession } from "web-shared/api/session";
import { moment } from "web-shared/format/format";
import { Icon } from "web-shared/ui/Icon";
import { FailedState, Note, Waiting } from "web-shared/ui/Scene";
import { DashboardPage } from "../../ui/DashboardPage";
import { type ClassMessage, classMessagesQuery } from "./api";
import styles from "./ClassMessages.module.css";
import { MessageForm } from "./MessageForm";

export function ClassMessagesPage() {
  const { t } = useTranslation();
  const id = Number(useParams().id);
  const teacher = useSession()?.user.role === "TEACHER";
  const { data, error, refetch } = useQuery(classMessagesQuery(id));
  return (
    <DashboardPage
      title={t("dashboard.classMessages.title")}
      back={
        <Link to={teacher ? `/classes/${id}` : `/course/${id}/learners`}>
          <Icon name="arrow-left" size={18} />
          {t(teacher ? "dashboard.today.class" : "dashboard.learners.title")}
        </Link>
      }
      lead={data ? <span lang="fr">{data.courseName}</span> : null}
    >
      {data ? (
        <div className={styles.two}>
          <MessageForm key={id} course={id} learners={data.learners} />
          <Sent messages={data.messages} />
        </div>
      ) : isMissing(error) ? (
        <Note>{t("dashboard.classMessages.missing")}</Note>
      ) : error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : (
        <Waiting />
      )}
    </DashboardPage>
  );
}

function Sent({ messages }: { messages: ClassMessage[] }) {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="sent">
      <h2 id="sent" className={styles.heading}>
        {t("dashboard.classMessages.sent")}
      </h2>
      {messages.length === 0 ? (
        <p className={styles.none}>{t("dashboard.classMessages.none")}</p>
      ) : (
        <ul className={styles.messages}>
          {messages.map((message) => (
            <li key={message.id}>
              <p className={styles.from}>
                {message.authorName ?? t("dashboard.inbox.formerAuthor")} ·{" "}
                {moment(message.createdAt)}
                {" · "}
                {t("dashboard.classMessages.wentTo", { count: message.recipients ?? 0 })}
              </p>
              <p className={styles.text}>{message.text}</p>
              {message.fileUrl && (
                <a
                  className={styles.file}
                  href={message.fileUrl}
                  target="_blank"
                  rel="noopener noreferrer"
                >
                  <Icon name="download-simple" size={20} />
                  {message.fileName ?? t("dashboard.classMessages.file")}
                </a>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
