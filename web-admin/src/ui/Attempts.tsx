// The level tests and quizzes that a person has taken, the newest first. Their teacher sees the tests alone.
import { Button, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "web-shared/api/client";
import type { components } from "web-shared/api/schema";
import { useSession } from "web-shared/api/session";
import { day, dayOf, percent } from "web-shared/format/format";
import { FailedState, Waiting } from "web-shared/ui/Scene";
import { Tag } from "web-shared/ui/Tag";
import styles from "./Attempts.module.css";
import { Taught } from "./Taught";

type Schemas = components["schemas"];
type TestAttempt = Schemas["TestAttempt"];
type QuizAttempt = Schemas["QuizAttempt"];

const FIRST = 5; // attempts that are shown before more are asked for

/** Whether quizzes are shown as well. */
export function useSeesQuizzes(): boolean {
  return useSession()?.user.role !== "TEACHER";
}

export function Attempts({ userId }: { userId: number }) {
  const { t } = useTranslation();
  const quizzes = useSeesQuizzes();
  const { data, error, refetch } = useQuery({
    queryKey: ["attempts", userId],
    queryFn: () => unwrap(api.GET("/attempts", { params: { query: { userId } } })),
  });
  if (!data && error)
    return (
      <FailedState
        error={error}
        what={t("dashboard.attempts.failed")}
        onRetry={() => void refetch()}
      />
    );
  if (!data)
    return (
      <Waiting>
        <Skeleton height={18} width="40%" />
        <Skeleton height={18} mt={12} />
      </Waiting>
    );
  return (
    <div className={styles.attempts}>
      <List
        title={t("dashboard.attempts.tests")}
        all={data.tests}
        none={t("dashboard.attempts.noTests")}
        show={(test) => <Test test={test} />}
      />
      {quizzes && (
        <List
          title={t("dashboard.attempts.quizzes")}
          all={data.quizzes}
          none={t("dashboard.attempts.noQuizzes")}
          show={(quiz) => <Quiz quiz={quiz} />}
        />
      )}
    </div>
  );
}

interface ListProps<Attempt> {
  title: string;
  all: Attempt[];
  /** What is said of an empty list. */
  none: string;
  show: (attempt: Attempt) => ReactNode;
}

function List<Attempt extends { id: number }>({ title, all, none, show }: ListProps<Attempt>) {
  const { t } = useTranslation();
  const heading = useId();
  const [whole, setWhole] = useState(false);
  const shown = whole ? all : all.slice(0, FIRST);
  const more = all.length - shown.length;
  return (
    <section aria-labelledby={heading}>
      <p id={heading} className={styles.title}>
        {title}
      </p>
      {all.length === 0 ? (
        <p className={styles.none}>{none}</p>
      ) : (
        <ul>
          {shown.map((attempt) => (
            <li key={attempt.id}>{show(attempt)}</li>
          ))}
        </ul>
      )}
      {more > 0 && (
        <Button variant="subtle" size="sm" onClick={() => setWhole(true)}>
          {t("dashboard.attempts.more", { count: more })}
        </Button>
      )}
    </section>
  );
}

function Test({ test }: { test: TestAttempt }) {
  const { t } = useTranslation();
  const { language, startedAt, finishedAt, answered } = test;
  return (
    <>
      <span>
        <Taught code={language} name={language} />
        <small>{day(dayOf(finishedAt ?? startedAt))}</small>
      </span>
      <span className={styles.result}>
        {finishedAt ? <Level test={test} /> : <Tag>{t("dashboard.attempts.unfinished")}</Tag>}
        <small>{t("dashboard.attempts.answers", { count: answered })}</small>
      </span>
    </>
  );
}

function Level({ test: { level, percent: sure } }: { test: TestAttempt }) {
  const { t } = useTranslation();
  if (!level) return t("dashboard.attempts.noLevel");
  return (
    <b>
      {typeof sure === "number"
        ? t("dashboard.attempts.probable", { level, percent: percent(sure) })
        : level}
    </b>
  );
}

function Quiz({ quiz }: { quiz: QuizAttempt }) {
  const { t } = useTranslation();
  const { lessonTitle, courseName, takenAt, score, total } = quiz;
  return (
    <>
      <span>
        <span lang="fr">{lessonTitle}</span>
        <small>
          <span lang="fr">{courseName}</span>, {day(dayOf(takenAt))}
        </small>
      </span>
      <span className={styles.result}>
        <b>{t("dashboard.attempts.score", { score, total, percent: percent(quiz.percent) })}</b>
      </span>
    </>
  );
}
