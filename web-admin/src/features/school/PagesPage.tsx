// The legal pages: which are published, since when, and the way to write them.
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { schoolQuery } from "web-shared/school";
import { FailedState, Waiting } from "web-shared/ui/Scene";
import { Tag } from "web-shared/ui/Tag";
import { DashboardPage } from "../../ui/DashboardPage";
import { KINDS, SLUGS } from "./api";
import styles from "./School.module.css";

export function PagesPage() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery({ ...schoolQuery, staleTime: 0 });
  return (
    <DashboardPage title={t("dashboard.pages.title")} lead={t("dashboard.pages.lead")}>
      {data ? (
        <ul className={styles.pages}>
          {SLUGS.map((slug) => {
            const published = data.pages.find(({ kind }) => kind === KINDS[slug]);
            const name = t(`dashboard.pages.names.${slug}`);
            return (
              <li key={slug}>
                <h2>{name}</h2>
                <Tag tone={published ? "success" : "warning"}>
                  {published
                    ? t("dashboard.pages.version", { number: published.number })
                    : t("dashboard.pages.none")}
                </Tag>
                <p>{t(`dashboard.pages.what.${slug}`)}</p>
                <div className={styles.actions}>
                  <Button component={Link} to={`/school/pages/${slug}`} variant="outline">
                    {t(`dashboard.pages.${published ? "edit" : "write"}`)}
                    <span className="hidden"> : {name}</span>
                  </Button>
                  {published && (
                    <a href={`/${slug}`} target="_blank" rel="noopener">
                      {t("dashboard.pages.see")}
                      <span className="hidden"> : {name}</span>
                    </a>
                  )}
                </div>
              </li>
            );
          })}
        </ul>
      ) : error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : (
        <Waiting />
      )}
    </DashboardPage>
  );
}
