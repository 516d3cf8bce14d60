// `/profile`: the person's own pages, a tab each.
import { Anchor, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ComponentType, type ReactNode, useState } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";
import { Link, Navigate } from "react-router";
import { leaveSession, type Session, useSession } from "web-shared/api/session";
import { day } from "web-shared/format/format";
import { Icon } from "web-shared/ui/Icon";
import { notifySuccess } from "web-shared/ui/notify";
import { Page, PageHeader } from "web-shared/ui/Page";
import { PageTabs } from "web-shared/ui/PageTabs";
import { FailedState, Waiting } from "web-shared/ui/Scene";
import { ToSignIn } from "web-shared/ui/ToSignIn";
import { Address } from "./Address";
import { type Bought, meQuery, type User, useRemember } from "./api";
import { Calendars } from "./Calendars";
import { Farewell } from "./Farewell";
import { Needs } from "./Needs";
import { Notices } from "./Notices";
import { OwnData } from "./OwnData";
import { OwnFile } from "./OwnFile";
import { Password } from "./Password";
import { Portrait } from "./Portrait";
import styles from "./Profile.module.css";
import { Purchases } from "./Purchases";
import { SecondFactor } from "./SecondFactor";
import { Section } from "./Section";
import { Sessions } from "./Sessions";
import { Tests } from "./Tests";
import { Unverified } from "./Unverified";
import { Wards } from "./Wards";

export interface ProfilePageProps {
  /** The address of the sign-in. */
  signIn: string;
  /** Makes ready to pay a seat that is held and answers where. */
  toPayment: (hold: Bought) => string;
  /** Linking a Google account and unlinking it; nothing where the school has not set it up. */
  google: ComponentType<{
    user: User;
    onChanged: (user: User) => void;
    frame: (children: ReactNode) => ReactNode;
  }>;
  /** What this person was proposed and the lists on which they wait, above what they bought. */
  waiting?: ReactNode;
}

export function ProfilePage(props: ProfilePageProps) {
  const { t } = useTranslation();
  const session = useSession();
  const [gone, setGone] = useState(false);

  function leave() {
    flushSync(() => setGone(true)); // before the session ends: nobody is asked to sign in who has just left
    leaveSession();
    notifySuccess(t("account.deleted"));
  }

  if (gone) return <Navigate to="/" replace />;
  if (session) return <Profile {...props} session={session} onGone={leave} />;
  return <ToSignIn at={props.signIn} />;
}

interface ProfileProps extends ProfilePageProps {
  session: Session;
  onGone: () => void;
}

function Profile({ session, toPayment, google: Google, waiting, onGone }: ProfileProps) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(meQuery);
  const remember = useRemember();
  const known = data ?? session.user;

  /** A panel that speaks of the account: once it was read. */
  const of = (panel: (user: User) => ReactNode) => () => {
    if (data) return <div className={styles.panel}>{panel(data)}</div>;
    return error ? (
      <FailedState what={t("profile.failed")} error={error} onRetry={() => void refetch()} />
    ) : (
      <Waiting>
        <Skeleton height={420} radius="lg" className={styles.panel} />
      </Waiting>
    );
  };

  return (
    <Page title={t("profile.title")}>
      <PageTabs
        header={(row) => (
          <PageHeader
            title={t("profile.title")}
            lead={`${known.firstName} ${known.lastName}, ${t("profile.since", { day: day(known.registrationDate) })}`}
            aside={<Portrait user={known} />}
            foot={row}
          />
        )}
        tabs={[
          {
            name: "own",
            label: t("profile.tabs.own"),
            panel: of((user) => (
              <>
                {!user.emailVerified && <Unverified email={user.email ?? ""} />}
                <div className={styles.column}>
                  <OwnData key={user.id} user={user} />
                  <Needs key={`needs ${user.id}`} userId={user.id} />
                  <Wards />
                </div>
                <div className={styles.column}>
                  <Address user={user} />
                  <Elsewhere />
                </div>
              </>
            )),
          },
          { name: "tests", label: t("profile.tabs.tests"), panel: () => <Tests /> },
          {
            name: "security",
            label: t("profile.tabs.security"),
            panel: of((user) => (
              <>
                <div className={styles.column}>
                  <Sessions />
                </div>
                <div className={styles.column} data-first={user.secondFactorMissing || undefined}>
                  <SecondFactor user={user} />
                  <Password user={user} />
                  <Google
                    user={user}
                    onChanged={remember}
                    frame={(children) => (
                      <Section title={t("profile.google.title")}>{children}</Section>
                    )}
                  />
                </div>
              </>
            )),
          },
          {
            name: "notices",
            label: t("profile.tabs.notices"),
            panel: of((user) => (
              <div className={styles.column}>
                <Notices user={user} />
                <Calendars />
              </div>
            )),
          },
          {
            name: "purchases",
            label: t("profile.tabs.purchases"),
            panel: () => (
              <>
                {waiting}
                <Purchases toPayment={toPayment} />
              </>
            ),
          },
          {
            name: "data",
            label: t("profile.tabs.data"),
            panel: of((user) => (
              <div className={styles.column}>
                <OwnFile />
                <Farewell user={user} onGone={onGone} />
              </div>
            )),
          },
        ]}
      />
    </Page>
  );
}

/** What else is one's own, on pages of its own. */
function Elsewhere() {
  const { t } = useTranslation();
  return (
    <Section title={t("profile.elsewhere.title")}>
      <ul className={styles.links}>
        <li>
          <Icon name="books" size={22} />
          <Anchor component={Link} to="/profile/subscriptions">
            {t("profile.elsewhere.subscriptions")}
          </Anchor>
        </li>
        <li>
          <Icon name="sliders-horizontal" size={22} />
          <Anchor component={Link} to="/settings">
            {t("profile.elsewhere.settings")}
          </Anchor>
        </li>
      </ul>
    </Section>
  );
}
