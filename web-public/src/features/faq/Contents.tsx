// The categories: at the left of the questions, in a strip above them on a phone. It follows the scroll.
import { useEffect, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useCurrentSection } from "web-shared/ui/useCurrentSection";
import type { Topic } from "./api";
import styles from "./Faq.module.css";

export function topicId(topic: Topic): string {
  return `faq-${topic.code.toLowerCase().replaceAll("_", "-")}`;
}

export function Contents({ topics }: { topics: Topic[] }) {
  const { t } = useTranslation();
  const strip = useRef<HTMLUListElement>(null);
  const current = useCurrentSection(useMemo(() => topics.map(topicId), [topics]));

  // The strip of a phone shows the category one reads.
  useEffect(() => {
    const link = current && strip.current?.querySelector<HTMLElement>(`[href="#${current}"]`);
    if (link) strip.current?.scrollTo?.({ left: link.offsetLeft - 16 });
  }, [current]);

  return (
    <nav className={styles.contents} aria-label={t("faq.contents")}>
      <ul ref={strip}>
        {topics.map((topic) => {
          const id = topicId(topic);
          return (
            <li key={topic.code}>
              <a href={`#${id}`} aria-current={id === current ? "location" : undefined}>
                <span lang="fr">{topic.label}</span>
                <span className={styles.count}>{topic.entries.length}</span>
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
