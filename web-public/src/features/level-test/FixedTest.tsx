// The fixed test of a language: its questions on a sheet, how far one is beside them. Whoever hands it in is led to the
// result.
import { Button, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { currentLanguage } from "web-shared/i18n/i18n";
import type { Taught } from "web-shared/taughtLanguages";
import { PageBody } from "web-shared/ui/Page";
import { EmptyState, FailedState, Waiting } from "web-shared/ui/Scene";
import { Answering } from "./Answering";
import { CHOOSER } from "./address";
import { questionsQuery } from "./api";
import { TestFrame } from "./TestFrame";

export function FixedTest({ language }: { language: Taught }) {
  const { t } = useTranslation();
  const { data: questions, error, refetch } = useQuery(questionsQuery(language, currentLanguage()));
  const count = questions?.length;
  return (
    <TestFrame
      language={language}
      lead={count === 0 ? undefined : count ? t("levelTest.lead", { count }) : "\u00a0"}
    >
      {questions && questions.length > 0 ? (
        <Answering language={language} questions={questions} />
      ) : (
        <PageBody>
          {questions && <Empty />}
          {!questions && !error && (
            <Waiting>
              <Shape />
            </Waiting>
          )}
          {!questions && error && (
            <FailedState
              error={error}
              what={t("levelTest.failed")}
              onRetry={() => void refetch()}
            />
          )}
        </PageBody>
      )}
    </TestFrame>
  );
}

function Empty() {
  const { t } = useTranslation();
  return (
    <EmptyState
      scene="tableau"
      action={
        <Button component={Link} to={CHOOSER}>
          {t("levelTest.otherLanguage")}
        </Button>
      }
    >
      {t("levelTest.empty")}
    </EmptyState>
  );
}

/** The sheet while its questions are on their way. */
export function Shape() {
  return (
    <>
      {[150, 110, 130, 150].map((height, at) => (
        <Skeleton key={at} height={height} mb={12} radius="lg" />
      ))}
    </>
  );
}
