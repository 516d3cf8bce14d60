// The first page of the dashboard: who is here, and the way back to the site.
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { api } from "web-shared/api/client";
import { endSession, useSession } from "web-shared/api/session";
import { Logo } from "web-shared/ui/Logo";
import { Page, PageBody, PageHeader } from "web-shared/ui/Page";
import styles from "./HomePage.module.css";

export function HomePage() {
  const { t } = useTranslation();
  const session = useSession();
  if (!session) return null;
  const { firstName, lastName } = session.user;

  return (
    <Page title={t("nav.dashboard")}>
      <div className={styles.bar}>
        <div className="wrap">
          <a href="/" aria-label={t("admin.toSite")}>
            <Logo height={34} />
          </a>
          <span className={styles.person}>
            {firstName} {lastName}
          </span>
          <Button variant="subtle" size="sm" onClick={leave}>
            {t("nav.logout")}
          </Button>
        </div>
      </div>
      <main>
        <PageHeader title={t("nav.dashboard")} lead={t("admin.greeting", { name: firstName })} />
        <PageBody narrow>
          <p>{t("admin.coming")}</p>
          <Button component="a" href="/" variant="outline" mt="lg">
            {t("admin.toSite")}
          </Button>
        </PageBody>
      </main>
    </Page>
  );
}

/** Leaves at once; the server is told on the way. */
async function leave(): Promise<void> {
  await api.POST("/auth/logout", {}).catch(() => null);
  endSession();
  window.location.assign("/login");
}
