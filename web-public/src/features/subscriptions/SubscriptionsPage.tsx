// "Mes cours souscrits": three tabs on the edge of the wall, a card per subscription, an invitation at the end.
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { type Session, useSession } from "web-shared/api/session";
import {
  type DisplayStatus,
  type Subscription,
  subscriptionsQuery,
} from "web-shared/api/subscriptions";
import { OtherCertificates } from "web-shared/ui/OwnCertificates";
import { Page, PageHeader } from "web-shared/ui/Page";
import { PageTabs, TabCount } from "web-shared/ui/PageTabs";
import { EmptyState, FailedState, Waiting } from "web-shared/ui/Scene";
import { ToSignIn } from "web-shared/ui/ToSignIn";
import { NextUp } from "./NextUp";
import { SubscriptionCard } from "./SubscriptionCard";
import styles from "./Subscriptions.module.css";

const TABS = [
  { status: "ACTIVE", name: "actives" },
  { status: "COMPLETED", name: "completed" },
  { status: "EXPIRED", name: "expired" },
] as const satisfies { status: DisplayStatus; name: string }[];

type TabName = (typeof TABS)[number]["name"];

interface SubscriptionsPageProps {
  /** The address of the sign-in. */
  signIn: string;
  /** What waits for an answer of the reader, above all else. */
  notices?: ReactNode;
  /** What there is to revise today. */
  revision?: ReactNode;
}

export function SubscriptionsPage({ signIn, ...above }: SubscriptionsPageProps) {
  const session = useSession();
  if (!session) return <ToSignIn at={signIn} />;
  return <Subscriptions session={session} {...above} />;
}

type AboveProps = Omit<SubscriptionsPageProps, "signIn"> & { session: Session };

function Subscriptions({ session, notices, revision }: AboveProps) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(subscriptionsQuery(session.user.id));
  const of = (status: DisplayStatus) =>
    data?.filter((subscription) => subscription.displayStatus === status) ?? [];
  const tab = ({ status, name }: (typeof TABS)[number]) => ({
    name,
    label: (
      <>
        {t(`subscriptions.tabs.${name}`)}
        {data && <TabCount>{of(status).length}</TabCount>}
      </>
    ),
    panel: () =>
      data ? (
        <>
          <Cards tab={name} subscriptions={of(status)} />
          {name === "completed" && <OtherCertificates />}
        </>
      ) : error ? (
        <FailedState
          what={t("subscriptions.failed")}
          error={error}
          onRetry={() => void refetch()}
        />
      ) : (
        <Waiting />
      ),
  });

  return (
    <Page title={t("subscriptions.title")}>
      <PageTabs
        tabs={[tab(TABS[0]), tab(TABS[1]), tab(TABS[2])]}
        header={(row) => (
          <PageHeader
            title={t("subscriptions.title")}
            foot={
              <>
                {notices}
                {data && <NextUp subscriptions={data} />}
                {revision}
                {row}
              </>
            }
          />
        )}
      />
    </Page>
  );
}

function Cards({ tab, subscriptions }: { tab: TabName; subscriptions: Subscription[] }) {
  const { t } = useTranslation();
  if (subscriptions.length === 0) {
    return (
      <EmptyState
        scene="arches"
        action={
          <Button component={Link} to="/courses">
            {t("subscriptions.seeCourses")}
          </Button>
        }
      >
        {t(`subscriptions.none.${tab}`)}
      </EmptyState>
    );
  }
  return (
    <ul className={styles.cards}>
      {subscriptions.map((subscription) => (
        <li key={subscription.id}>
          <SubscriptionCard subscription={subscription} />
        </li>
      ))}
      {tab === "actives" && (
        <li>
          <Invitation />
        </li>
      )}
    </ul>
  );
}

function Invitation() {
  const { t } = useTranslation();
  return (
    <div className={styles.invitation}>
      <img src="/illustrations/platane.svg" alt="" width={200} height={150} />
      <h2>{t("subscriptions.anotherTitle")}</h2>
      <p>{t("subscriptions.anotherText")}</p>
      <Button component={Link} to="/courses" variant="outline" size="sm">
        {t("subscriptions.seeCourses")}
      </Button>
    </div>
  );
}
