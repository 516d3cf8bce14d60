// A few questions for other pages: the first of each category, the first of them open, and the way to all. A school that
// has written none shows nothing.
import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { currentLanguage } from "web-shared/i18n/i18n";
import { FailedState, Waiting } from "web-shared/ui/Scene";
import { type Topic, topicsQuery } from "./api";
import styles from "./Faq.module.css";
import { Question } from "./Question";

/** What is asked once in a while: events, everything else. */
const APART = ["EVENEMENTS_COMMUNAUTE", "AUTRES_DEMANDES"];

/** The first question of each category that belongs in an excerpt. */
export function excerpt(topics: Topic[]) {
  return topics
    .filter(({ code }) => !APART.includes(code))
    .flatMap(({ entries }) => entries.slice(0, 1));
}

export function FaqExcerpt() {
  const { t } = useTranslation();
  const { data: topics, error, refetch } = useQuery(topicsQuery(currentLanguage()));
  const questions = topics && excerpt(topics);
  if (questions?.length === 0) return null;
  return (
    <section className={styles.excerpt} aria-labelledby="faq-excerpt">
      <div>
        <h2 id="faq-excerpt">{t("faq.excerptTitle")}</h2>
        <div className={styles.list}>
          {questions ? (
            <div className={styles.questions}>
              {questions.map((entry, at) => (
                <Question key={entry.id} entry={entry} open={at === 0} />
              ))}
            </div>
          ) : error ? (
            <FailedState error={error} what={t("faq.failed")} onRetry={() => void refetch()} />
          ) : (
            <Waiting>
              <Lines count={6} />
            </Waiting>
          )}
        </div>
        <Link to="/faq">{t("faq.all")}</Link>
      </div>
    </section>
  );
}

/** Questions that are on their way. */
export function Lines({ count }: { count: number }) {
  return (
    <div className={styles.questions}>
      {Array.from({ length: count }, (_, at) => (
        <div key={at} className={styles.line}>
          <Skeleton height={18} width={`${62 - (at % 3) * 12}%`} />
        </div>
      ))}
    </div>
  );
}
