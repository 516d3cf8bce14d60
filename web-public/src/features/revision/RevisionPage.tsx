// `/revision`: up to twenty cards a day over all courses, one at a time. No score, no streak.
import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useSession } from "web-shared/api/session";
import { Page, PageBody, PageHeader } from "web-shared/ui/Page";
import { FailedState, Waiting } from "web-shared/ui/Scene";
import { ToSignIn } from "web-shared/ui/ToSignIn";
import { dueQuery, type RevisionCard } from "./api";
import { Done, NoCards } from "./Done";
import styles from "./Revision.module.css";
import { Round } from "./Round";
import { Start } from "./Start";
import { Unsent } from "./Unsent";

/** `signIn`: the address of the sign-in. */
export function RevisionPage({ signIn }: { signIn: string }) {
  const { t } = useTranslation();
  const session = useSession();
  if (!session) return <ToSignIn at={signIn} />;
  return (
    <Page title={t("revision.title")}>
      <PageHeader
        crumbs={<Link to="/profile/subscriptions">{t("nav.subscriptions")}</Link>}
        title={t("revision.title")}
        lead={t("revision.lead")}
      />
      <PageBody>
        <div className={styles.page}>
          <Unsent />
          <Today key={session.user.id} />
        </div>
      </PageBody>
    </Page>
  );
}

function Today() {
  const { t } = useTranslation();
  // Those of a sitting stay as they were when it began.
  const [cards, setCards] = useState<RevisionCard[] | null>(null);
  const { data, error, isFetching, refetch } = useQuery({
    ...dueQuery,
    refetchOnWindowFocus: false,
    refetchOnReconnect: cards === null,
  });
  const [ended, setEnded] = useState(false);
  const end = useCallback(() => {
    setCards(null);
    setEnded(true);
    void refetch();
  }, [refetch]);

  if (cards) return <Round cards={cards} onLeave={() => setCards(null)} onEnd={end} />;
  if (isFetching && !ended) {
    return (
      <Waiting>
        <Skeleton height={240} radius="lg" />
      </Waiting>
    );
  }
  if (data) {
    if (data.cards.length > 0) return <Start due={data} onStart={() => setCards(data.cards)} />;
    return data.total === 0 ? <NoCards /> : <Done due={data} ended={ended} />;
  }
  return <FailedState what={t("revision.failed")} error={error} onRetry={() => void refetch()} />;
}
