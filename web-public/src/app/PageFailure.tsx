// What stands in place of a page that could not be opened: the error, and a way to try again or to go home.
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link, useLocation, useRouteError } from "react-router";
import { isMissing } from "web-shared/api/problem";
import { Page, PageBody, PageHeader } from "web-shared/ui/Page";
import { EmptyState, FailedState } from "web-shared/ui/Scene";
import { Coming, type ComingPage } from "./Coming";

/** Pages that are there once the school has published them. */
const COMING: Partial<Record<string, ComingPage>> = {
  "/mentions-legales": "legal",
  "/cgv": "terms",
};

/** `bare`: the frame itself failed, so nothing of it may be used. */
export function PageFailure({ bare = false }: { bare?: boolean }) {
  const { t } = useTranslation();
  const error = useRouteError();
  const coming = COMING[useLocation().pathname];
  const retry = () => window.location.reload();

  if (bare) return <FailedState error={error} onRetry={retry} />;
  if (isMissing(error) && coming) return <Coming page={coming} />;
  if (isMissing(error)) {
    return (
      <Page title={t("notFound.title")}>
        <PageHeader title={t("notFound.title")} />
        <PageBody>
          <EmptyState
            scene="platane"
            action={
              <Button component={Link} to="/courses">
                {t("notFound.action")}
              </Button>
            }
          >
            {t("notFound.text")}
          </EmptyState>
        </PageBody>
      </Page>
    );
  }
  return (
    <Page title={t("failure.title")}>
      <PageHeader title={t("failure.title")} />
      <PageBody>
        <FailedState error={error} onRetry={retry} />
      </PageBody>
    </Page>
  );
}
