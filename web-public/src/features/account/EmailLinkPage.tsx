// Where the links of the two address mails lead: `/verifier-email` says an address is one's own, `/confirmer-email`
// says that a new one is. The page sends the token by itself; it is used once.
import { Button } from "@mantine/core";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { api, unwrap } from "web-shared/api/client";
import { currentSession, updateUser } from "web-shared/api/session";
import { errorText } from "web-shared/i18n/errors";
import { Page, PageBody, PageHeader } from "web-shared/ui/Page";
import { EmptyState, Waiting } from "web-shared/ui/Scene";

type Purpose = "verify-email" | "confirm-email";

/** A query, not a mutation: however often the page is drawn, the token is sent once. */
const linkQuery = (purpose: Purpose, token: string) =>
  queryOptions({
    queryKey: ["account", purpose, token],
    queryFn: async () => {
      await unwrap(api.POST(`/users/${purpose}`, { body: { token } }));
      if (currentSession()) updateUser(await unwrap(api.GET("/users/me", {})));
      return true;
    },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });

export function EmailLinkPage({ purpose }: { purpose: Purpose }) {
  const { t } = useTranslation();
  const token = useSearchParams()[0].get("token") ?? "";
  const link = useQuery({ ...linkQuery(purpose, token), enabled: token !== "" });

  return (
    <Page title={t("account.verifyTitle")}>
      <PageHeader title={t("account.verifyTitle")} />
      <PageBody>
        {link.isLoading && <Waiting>{t("account.verifyWaiting")}</Waiting>}
        {link.isSuccess && (
          <EmptyState
            scene="arches"
            action={
              <Button component={Link} to="/courses">
                {t("coming.courses")}
              </Button>
            }
          >
            <span role="status">{t("account.verifyDone")}</span>
          </EmptyState>
        )}
        {(link.isError || !token) && (
          <EmptyState
            scene="bulles"
            action={
              <Button component={Link} to="/login">
                {t("account.login")}
              </Button>
            }
          >
            <span role="alert">
              {link.error ? errorText(link.error) : t("account.verifyBroken")}
            </span>
          </EmptyState>
        )}
      </PageBody>
    </Page>
  );
}
