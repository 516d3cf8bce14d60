// One legal page: its next version is written beside those that were published, which stay as they are.
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link, Navigate, useParams } from "react-router";
import { Icon } from "web-shared/ui/Icon";
import { FailedState, Waiting } from "web-shared/ui/Scene";
import { DashboardPage } from "../../ui/DashboardPage";
import { isSlug, type Slug, versionsQuery } from "./api";
import { PageEditor } from "./PageEditor";

export function PageEditorPage() {
  const { slug } = useParams();
  return isSlug(slug) ? <Editor key={slug} slug={slug} /> : <Navigate to="/school/pages" replace />;
}

function Editor({ slug }: { slug: Slug }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(versionsQuery(slug));
  return (
    <DashboardPage
      title={t(`dashboard.pages.names.${slug}`)}
      lead={t(`dashboard.pages.what.${slug}`)}
      back={
        <Link to="/school/pages">
          <Icon name="arrow-left" />
          {t("dashboard.pages.title")}
        </Link>
      }
    >
      {data ? (
        <PageEditor slug={slug} versions={data} />
      ) : error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : (
        <Waiting />
      )}
    </DashboardPage>
  );
}
