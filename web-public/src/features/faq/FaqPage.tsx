// All questions by category, with a search, a table of contents and, for what is not answered here, the way to write.
import { Button, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useSearchParams } from "react-router";
import { currentLanguage } from "web-shared/i18n/i18n";
import { Page, PageBody, PageHeader } from "web-shared/ui/Page";
import { EmptyState, FailedState, Waiting } from "web-shared/ui/Scene";
import { type Topic, topicsQuery } from "./api";
import { Contents, topicId } from "./Contents";
import styles from "./Faq.module.css";
import { Lines } from "./FaqExcerpt";
import { Question } from "./Question";
import { SearchField } from "./SearchField";
import { onlyInAnswer, searchIn } from "./search";
import { structuredQuestions } from "./structured";

/** Where the form stands, for links of this page. */
const WRITE = "ecrire";

interface FaqPageProps {
  /** Where to write, at the foot. */
  contact: ReactNode;
  /** How to speak with someone, beside it. */
  meeting: ReactNode;
}

export function FaqPage({ contact, meeting }: FaqPageProps) {
  const { t } = useTranslation();
  const { data: topics, error, refetch } = useQuery(topicsQuery(currentLanguage()));
  useNamedPlace(topics !== undefined);
  const head = {
    title: t("faq.title"),
    description: t("faq.description"),
    structured: topics && structuredQuestions(topics),
  };
  return (
    <Page {...head}>
      <PageHeader title={t("faq.title")} lead={t("faq.lead")} scene="bulles" />
      {topics ? (
        <Questions topics={topics} />
      ) : (
        <PageBody>
          {error ? (
            <FailedState error={error} what={t("faq.failed")} onRetry={() => void refetch()} />
          ) : (
            <Waiting>
              <Shape />
            </Waiting>
          )}
        </PageBody>
      )}
      <section className={`wrap ${styles.write}`} id={WRITE}>
        <div>
          <h2>{t("faq.writeTitle")}</h2>
          <p>{t("faq.writeText")}</p>
          {meeting}
        </div>
        {contact}
      </section>
    </Page>
  );
}

function Questions({ topics }: { topics: Topic[] }) {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const sought = query.get("q") ?? "";
  const search = useMemo(() => searchIn(topics, sought), [topics, sought]);
  if (topics.length === 0) {
    return (
      <PageBody>
        <EmptyState scene="bulles">{t("faq.empty")}</EmptyState>
      </PageBody>
    );
  }
  return (
    <div className={`wrap ${styles.page}`}>
      <div className={styles.aside}>
        <SearchField />
        <p className={styles.found} role="status">
          {search.words.length > 0 && t("faq.found", { count: search.count })}
        </p>
        {search.count > 0 && <Contents topics={search.topics} />}
      </div>
      <div>
        {search.topics.map((topic) => (
          <section key={topic.code} id={topicId(topic)} className={styles.topic}>
            <h2 lang="fr">{topic.label}</h2>
            <div className={styles.questions}>
              {topic.entries.map((entry) => (
                <Question
                  key={entry.id}
                  entry={entry}
                  words={search.words}
                  open={onlyInAnswer(entry, search.words)}
                />
              ))}
            </div>
          </section>
        ))}
        {search.count === 0 && <NothingFound sought={sought} />}
      </div>
    </div>
  );
}

function NothingFound({ sought }: { sought: string }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      scene="bulles"
      action={
        <Button component="a" href={`#${WRITE}`} variant="outline">
          {t("faq.ask")}
        </Button>
      }
    >
      {t("faq.none", { sought })}
    </EmptyState>
  );
}

/** The page while its questions are on their way. */
function Shape() {
  return (
    <div className={styles.page}>
      <Skeleton height={50} className={styles.aside} />
      <div>
        {[0, 1].map((topic) => (
          <div key={topic} className={styles.topic}>
            <Skeleton height={30} width="45%" mb={20} />
            <Lines count={4} />
          </div>
        ))}
      </div>
    </div>
  );
}

/** Leads to the place the address names, once it is there; a question opens. */
function useNamedPlace(ready: boolean): void {
  const { hash } = useLocation();
  useEffect(() => {
    const place = ready && hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;
    if (!place) return;
    if (place instanceof HTMLDetailsElement) {
      place.open = true;
      place.querySelector("summary")?.focus({ preventScroll: true });
    }
    place.scrollIntoView();
  }, [ready, hash]);
}
