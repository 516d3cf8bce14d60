// What a page says to whom it is not for, at its own address. Anything else that failed is the business of the frame.
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { isRouteErrorResponse, Link, useRouteError } from "react-router";
import { useSession } from "web-shared/api/session";
import { Page } from "web-shared/ui/Page";
import { EmptyState } from "web-shared/ui/Scene";
import { homeOf } from "./navigation";

export function Refused() {
  const { t } = useTranslation();
  const role = useSession()?.user.role;
  const error = useRouteError();
  if (!isRouteErrorResponse(error) || error.status !== 403) throw error;
  return (
    <Page title={t("dashboard.refused.title")}>
      <h1>{t("dashboard.refused.title")}</h1>
      <EmptyState
        scene="arches"
        action={
          <Button component={Link} to={homeOf(role)}>
            {t("dashboard.refused.home")}
          </Button>
        }
      >
        {t("dashboard.refused.text")}
      </EmptyState>
    </Page>
  );
}
