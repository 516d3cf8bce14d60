// The frame of every page of the dashboard: sidebar, top bar, the page. The sidebar is whole on a desk, a rail of signs on a tablet, a drawer below.
import { useDisclosure, useMediaQuery } from "@mantine/hooks";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Outlet, ScrollRestoration, useLocation, useNavigate } from "react-router";
import { type SessionUser, useSession } from "web-shared/api/session";
import { lazyDialog } from "web-shared/ui/lazyDialog";
import { Disputes, Troubles } from "../features/desktop/parts";
import { WELCOME } from "../features/desktop/places";
import { sendWhenPossible } from "../features/roll/outbox";
import { platform } from "../platform/platform";
import { signInAddress } from "../ui/leaving";
import { SECOND_FACTOR } from "./places";
import styles from "./Shell.module.css";
import { Sidebar } from "./Sidebar";
import { TeacherFrame } from "./TeacherFrame";
import { TopBar } from "./TopBar";

const NavDrawer = lazyDialog(() => import("./NavDrawer").then((part) => part.NavDrawer));

/** Between a tablet held upright and a desk: signs without their words. */
const RAIL = "(min-width: 53.8125em) and (max-width: 74.99em)";

export function Shell() {
  const session = useGuarded();
  if (!session) return null;
  const { user } = session;
  return user.role === "TEACHER" ? <TeacherFrame user={user} /> : <StaffFrame user={user} />;
}

/** A page that fills the screen. */
export function Bare() {
  return useGuarded() && <Outlet />;
}

/** The session while there is one: whoever has none any more is led to the sign-in. */
function useGuarded() {
  const session = useSession();
  const navigate = useNavigate();
  useEffect(sendWhenPossible, []);
  useEffect(() => {
    if (session?.user.secondFactorMissing && !platform.app) {
      return window.location.assign(SECOND_FACTOR);
    }
    if (session) return;
    if (platform.app) void navigate(WELCOME, { replace: true });
    else window.location.assign(signInAddress());
  }, [session, navigate]);
  return session;
}

function StaffFrame({ user }: { user: SessionUser }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const [opened, drawer] = useDisclosure(false);
  const { close } = drawer;
  const rail = useMediaQuery(RAIL, undefined, { getInitialValueInEffect: false });

  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever chose a page in the drawer wants to see it
  useEffect(close, [pathname]);
  return (
    <div className={styles.shell} data-app={platform.app ? true : undefined}>
      <a className={styles.skip} href="#main">
        {t("nav.skip")}
      </a>
      <div className={styles.side}>
        <Sidebar user={user} form={rail ? "rail" : "whole"} />
      </div>
      <NavDrawer user={user} opened={opened} onClose={close} />
      <div className={styles.page}>
        <TopBar user={user} onMenu={drawer.open} />
        {platform.app && <Troubles />}
        {platform.app && <Disputes />}
        <main id="main" className={styles.main} tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      <ScrollRestoration />
    </div>
  );
}
