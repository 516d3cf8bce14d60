// Pages that open later: their address holds, with an honest sentence and a way on.
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Page, PageBody, PageHeader } from "web-shared/ui/Page";
import { EmptyState } from "web-shared/ui/Scene";

export type ComingPage = "legal" | "terms";

export function Coming({ page }: { page: ComingPage }) {
  const { t } = useTranslation();
  const title = t(`coming.titles.${page}`);
  return (
    <Page title={title}>
      <PageHeader title={title} />
      <PageBody>
        <EmptyState
          scene="table-livres"
          action={
            <Button component={Link} to="/">
              {t("coming.home")}
            </Button>
          }
        >
          {t("coming.text")}
        </EmptyState>
      </PageBody>
    </Page>
  );
}
