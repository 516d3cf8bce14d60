// "Mes tests": the level tests this person took with their account, and the quizzes of their lessons, the newest first.
import { Anchor, Button, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { moment, percent } from "web-shared/format/format";
import { labelOf, useLanguages } from "web-shared/taughtLanguages";
import { testAddress } from "web-shared/testAddress";
import { FailedState, Waiting } from "web-shared/ui/Scene";
import { Tag } from "web-shared/ui/Tag";
import { attemptsQuery, type QuizAttempt, type TestAttempt } from "./api";
import styles from "./Profile.module.css";
import { Section } from "./Section";

/** How many of a list are shown at a time. */
const BATCH = 10;

export function Tests() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(attemptsQuery);
  if (!data) {
    return error ? (
      <FailedState what={t("profile.tests.failed")} error={error} onRetry={() => void refetch()} />
    ) : (
      <Waiting>
        <Skeleton height={260} radius="lg" />
      </Waiting>
    );
  }
  return (
    <div className={styles.panel}>
      <div className={styles.column}>
        <Section title={t("profile.tests.title")}>
          <Rows
            title={t("profile.tests.title")}
            all={data.tests}
            row={(test) => <TestRow test={test} />}
            empty={
              <p className={styles.lead}>
                {t("profile.tests.none")}{" "}
                <Anchor component={Link} to={testAddress(undefined)} underline="always">
                  {t("profile.tests.take")}
                </Anchor>
              </p>
            }
          />
        </Section>
        <Section title={t("profile.tests.quizzes")}>
          <Rows
            title={t("profile.tests.quizzes")}
            all={data.quizzes}
            row={(quiz) => <QuizRow quiz={quiz} />}
            empty={<p className={styles.lead}>{t("profile.tests.noQuiz")}</p>}
          />
        </Section>
      </div>
    </div>
  );
}

interface RowsProps<One> {
  /** As readers who do not see it are told what there is more of. */
  title: string;
  all: One[];
  row: (one: One) => ReactNode;
  empty: ReactNode;
}

function Rows<One extends { id: number }>({ title, all, row, empty }: RowsProps<One>) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(BATCH);
  if (all.length === 0) return empty;
  return (
    <>
      <ul className={styles.rows}>
        {all.slice(0, shown).map((one) => (
          <li key={one.id}>{row(one)}</li>
        ))}
      </ul>
      {all.length > shown && (
        <div className={styles.more}>
          <Button
            variant="outline"
            size="sm"
            aria-label={t("profile.tests.moreNamed", { list: title })}
            onClick={() => setShown(shown + BATCH)}
          >
            {t("profile.tests.more")}
          </Button>
        </div>
      )}
    </>
  );
}

/** Without a level it was not finished: another one was begun in its place, or it waits to be taken up again. */
function TestRow({ test }: { test: TestAttempt }) {
  const { t } = useTranslation();
  const language = useLanguages().of(test.language);
  const name = language ? labelOf(language) : test.language;
  const { finishedAt, level, percent: likely } = test;
  return (
    <>
      <div>
        <p className={styles.device}>
          <b>{name}</b>
          {!level && (
            <Tag tone={finishedAt ? "neutral" : "warning"}>{t("profile.tests.unfinished")}</Tag>
          )}
        </p>
        <p className="caption muted">
          {finishedAt && level
            ? t("profile.tests.finished", { moment: moment(finishedAt) })
            : t("profile.tests.begun", { moment: moment(test.startedAt), count: test.answered })}
        </p>
      </div>
      {level && typeof likely === "number" && (
        <p>{t("profile.tests.level", { level, percent: percent(likely) })}</p>
      )}
      {!finishedAt && language && (
        <Button
          component={Link}
          to={testAddress(language)}
          variant="light"
          size="sm"
          aria-label={t("profile.tests.resumeNamed", { language: name })}
        >
          {t("profile.tests.resume")}
        </Button>
      )}
    </>
  );
}

function QuizRow({ quiz }: { quiz: QuizAttempt }) {
  const { t } = useTranslation();
  const { score, total } = quiz;
  return (
    <>
      <div>
        <p>
          <b lang="fr">{quiz.lessonTitle}</b>
        </p>
        <p className="caption muted">
          <span lang="fr">{quiz.courseName}</span>
          <br />
          {moment(quiz.takenAt)}
        </p>
      </div>
      <p>{t("profile.tests.score", { score, total, percent: percent(quiz.percent) })}</p>
    </>
  );
}
