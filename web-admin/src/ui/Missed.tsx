// "Questions les plus manquées": which questions of a course's quizzes its learners get wrong, for who teaches it and staff.
// A question is counted once three learners have answered it: nobody is recognised.
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "web-shared/api/client";
import { ApiError, needsNetwork } from "web-shared/api/problem";
import type { components } from "web-shared/api/schema";
import { errorText } from "web-shared/i18n/errors";
import { FailedState, Note, Waiting } from "web-shared/ui/Scene";
import { gapped } from "web-shared/ui/sheet/question";
import styles from "./Missed.module.css";

type MissedQuestion = components["schemas"]["MissedQuestion"];

function missedQuery(course: number) {
  return queryOptions({
    queryKey: ["missed", course],
    queryFn: () => unwrap(api.GET("/courses/{id}/missed", { params: { path: { id: course } } })),
  });
}

export function Missed({ course }: { course: number }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(missedQuery(course));
  if (!data && isNotTheirs(error)) return null;
  return (
    <section className={styles.missed} aria-labelledby="missed">
      <h2 id="missed">{t("dashboard.missed.title")}</h2>
      {data ? (
        <Questions all={data.filter(({ missed }) => missed > 0)} />
      ) : needsNetwork(error) ? (
        <Note>{errorText(error)}</Note>
      ) : error ? (
        <FailedState
          what={t("dashboard.missed.failed")}
          error={error}
          onRetry={() => void refetch()}
        />
      ) : (
        <Waiting>
          <div className={styles.reserved} />
        </Waiting>
      )}
    </section>
  );
}

/** Whoever only gives a session of the course does not see how its learners do. */
function isNotTheirs(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 403 || error.status === 404);
}

function Questions({ all }: { all: MissedQuestion[] }) {
  const { t } = useTranslation();
  if (all.length === 0) return <p className={styles.none}>{t("dashboard.missed.none")}</p>;
  return (
    <ol className={styles.questions}>
      {all.map(({ questionId, question, lessonTitle, missed, answered }) => (
        <li key={questionId}>
          <span lang="fr">
            <b>{written(question)}</b>
            <span className={styles.lesson}>{lessonTitle}</span>
          </span>
          <span>{t("dashboard.missed.of", { missed, count: answered })}</span>
        </li>
      ))}
    </ol>
  );
}

/** Gaps as blanks. */
function written(question: string): string {
  return gapped(question)
    .map((piece) => (typeof piece === "number" ? "___" : piece))
    .join("");
}
