// Texts that gave way to others within the last ninety days: found again by their words, and copied.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { moment } from "web-shared/format/format";
import { found, wordsOf } from "web-shared/format/search";
import { FailedState, Waiting } from "web-shared/ui/Scene";
import { SearchInput } from "web-shared/ui/SearchInput";
import { Tag } from "web-shared/ui/Tag";
import type { LostText } from "../../platform/local";
import { historyQuery } from "./api";
import { CopyButton } from "./CopyButton";
import styles from "./Panel.module.css";
import { labelOf, plain, thingOf } from "./things";

export function History() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(historyQuery);
  const [sought, setSought] = useState("");
  if (!data && error) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  if (data.length === 0)
    return <p className={styles.none}>{t("dashboard.desktop.history.empty")}</p>;
  const words = wordsOf(sought);
  const hits = data.filter(({ title, text }) => found(`${title} ${plain(text)}`, words));
  return (
    <>
      <SearchInput
        label={t("dashboard.desktop.history.search")}
        description={t("dashboard.desktop.history.what")}
        value={sought}
        onChange={setSought}
        mb="md"
      />
      <p className="hidden" role="status">
        {words.length > 0 && t("dashboard.desktop.history.hits", { count: hits.length })}
      </p>
      {hits.length === 0 && <p className={styles.none}>{t("dashboard.desktop.history.none")}</p>}
      <ul className={styles.list} aria-label={t("dashboard.desktop.panel.tabs.history")}>
        {hits.map((lost, at) => (
          <Lost key={`${lost.at} ${lost.path} ${at}`} lost={lost} />
        ))}
      </ul>
    </>
  );
}

function Lost({ lost: { at, kind, title, path, text, why } }: { lost: LostText }) {
  const { t } = useTranslation();
  const words = plain(text);
  const name = thingOf(kind, title);
  return (
    <li className={styles.item}>
      <div className={styles.above}>
        <Tag>{t(`dashboard.desktop.history.why.${why}`)}</Tag>
        <span className={styles.facts}>{moment(at)}</span>
      </div>
      <h3 lang="fr">{path ? `${name} · ${labelOf(path, null)}` : name}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by the keyboard too */}
      <section className={styles.text} lang="fr" tabIndex={0} aria-label={name}>
        {words}
      </section>
      <div className={styles.buttons}>
        <CopyButton text={words} name={name} />
      </div>
    </li>
  );
}
