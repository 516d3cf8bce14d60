// What was written to the class, the newest first, and answering it.
import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { type ClassMessage, classMessagesQuery } from "web-shared/api/classSessions";
import { useSession } from "web-shared/api/session";
import { moment } from "web-shared/format/format";
import { Icon } from "web-shared/ui/Icon";
import { FailedState, Waiting } from "web-shared/ui/Scene";
import { Answer } from "./Answer";
import styles from "./Class.module.css";
import type { ClassProps } from "./ClassPage";
import { Initials } from "./Initials";

export function ClassMessages({ subscription, own }: ClassProps) {
  const { t } = useTranslation();
  const role = useSession()?.user.role;
  // Staff reads the page of a learner, and answers for nobody.
  const answers = own || (role !== "ADMIN" && role !== "EDITOR");
  const { data, error, refetch } = useQuery(classMessagesQuery(subscription.id));
  return (
    <section id="messages">
      <h2>{t("classroom.messages")}</h2>
      {data ? (
        data.length > 0 ? (
          data.map((message) => (
            <Message key={message.id} message={message}>
              {answers && subscription.canAccess && (
                <Answer
                  subscription={subscription.id}
                  message={message.id}
                  to={message.authorName ?? null}
                />
              )}
            </Message>
          ))
        ) : (
          <p className="muted">{t("classroom.noMessages")}</p>
        )
      ) : error ? (
        <FailedState
          what={t("classroom.messagesFailed")}
          error={error}
          onRetry={() => void refetch()}
        />
      ) : (
        <Waiting>
          <Skeleton height={120} radius="lg" />
        </Waiting>
      )}
    </section>
  );
}

function Message({ message, children }: { message: ClassMessage; children: ReactNode }) {
  const { t } = useTranslation();
  const { createdAt, text, fileUrl, fileName } = message;
  const authorName = message.authorName ?? t("classroom.formerAuthor");
  return (
    <article className={styles.message}>
      <div className={styles.author}>
        <Initials name={authorName} />
        <p>
          <b>{authorName}</b>
          <span className="caption muted">{moment(createdAt)}</span>
        </p>
      </div>
      <p className={styles.lines} lang="fr">
        {text}
      </p>
      {fileUrl && (
        <a className={styles.file} href={fileUrl} target="_blank" rel="noopener noreferrer">
          <Icon name="download-simple" />
          {fileName ?? t("classroom.file")}
        </a>
      )}
      {children}
    </article>
  );
}
