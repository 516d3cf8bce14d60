// A page that the school publishes about itself, in the version in force; the app says what stands there before.
import { queryOptions, useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "web-shared/api/client";
import { ApiError } from "web-shared/api/problem";
import { day, dayOf } from "web-shared/format/format";
import { schoolQuery } from "web-shared/school";
import { Page, PageBody, PageHeader } from "web-shared/ui/Page";
import { RichText } from "web-shared/ui/RichText";
import { FailedState, Waiting } from "web-shared/ui/Scene";
import styles from "./Legal.module.css";
import { Whereabouts } from "./LegalPage";

const SLUGS = { LEGAL: "mentions-legales", TERMS: "cgv", PRIVACY: "confidentialite" } as const;

export type PageKind = keyof typeof SLUGS;

const pageQuery = (kind: PageKind) =>
  queryOptions({
    queryKey: ["pages", kind],
    queryFn: () => unwrap(api.GET("/pages/{slug}", { params: { path: { slug: SLUGS[kind] } } })),
  });

interface PublishedPageProps {
  kind: PageKind;
  /** What is shown while the school has published none; without it there is no such page yet. */
  before?: ReactNode;
}

export function PublishedPage({ kind, before }: PublishedPageProps) {
  const { t } = useTranslation();
  const school = useQuery(schoolQuery);
  const published = school.data?.pages.some((page) => page.kind === kind);
  const page = useQuery({ ...pageQuery(kind), enabled: published === true });
  if (published === false) {
    if (before) return before;
    throw new ApiError({ status: 404, code: "not_found", message: "" });
  }
  const title = t(`legal.titles.${kind}`);
  const { data } = page;
  if (!school.data || !data) {
    const failed = school.error ? school : page;
    return (
      <Page title={title}>
        <PageHeader title={title} />
        <PageBody>
          {failed.error ? (
            <FailedState error={failed.error} onRetry={() => void failed.refetch()} />
          ) : (
            <Waiting />
          )}
        </PageBody>
      </Page>
    );
  }
  return (
    <Page title={title} description={t(`legal.about.${kind}`, { school: school.data.name })}>
      <PageHeader title={title} />
      <div className={`wrap ${styles.page}`}>
        <InForce number={data.number} since={data.createdAt} />
        <RichText html={data.html} />
        <Whereabouts />
      </div>
    </Page>
  );
}

/** Server-side rendering has no time zones: the browser fills in the day, in a line reserved for it. */
function InForce({ number, since }: { number: number; since: string }) {
  const { t } = useTranslation();
  const [date, setDate] = useState<string | null>(null);
  useEffect(() => setDate(dayOf(since)), [since]);
  return <p className={styles.dated}>{date && t("legal.version", { number, day: day(date) })}</p>;
}
