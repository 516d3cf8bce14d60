// The frame of every public page: skip link, top bar, navigation, the page, footer, and the account dialogs above them.
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { type Location, Outlet, ScrollRestoration, useNavigation } from "react-router";
import { withTexts } from "web-shared/i18n/i18n";
import { TEST_MODE_PLACE } from "web-shared/ui/TestModeBand";
import { useAccountDialog } from "../features/account/useAccountDialog";
import { Footer } from "./Footer";
import styles from "./Layout.module.css";
import { NavBar } from "./NavBar";
import { POSITIONS } from "./positions";
import { TopBar } from "./TopBar";

const AccountDialogs = lazy(() =>
  withTexts(() =>
    import("../features/account/AccountDialogs").then((module) => ({
      default: module.AccountDialogs,
    })),
  ),
);

export function Layout() {
  const { t } = useTranslation();
  const { shown } = useAccountDialog();
  const leaving = useNavigation().state !== "idle";
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#main">
        {t("nav.skip")}
      </a>
      <div id={TEST_MODE_PLACE} />
      <header className={styles.header}>
        <TopBar />
        <NavBar />
      </header>
      <main id="main" className={styles.main} aria-busy={leaving}>
        <Outlet />
      </main>
      <Footer />
      {shown && (
        <Suspense>
          <AccountDialogs />
        </Suspense>
      )}
      <ScrollRestoration getKey={placeOf} storageKey={POSITIONS} />
    </div>
  );
}

/** Under which name a page's scroll position is kept: all first pages of a tab have the same key. */
function placeOf({ key, pathname }: Location): string {
  return key === "default" ? pathname : key;
}
