// `/bureau`: the desktop app asks to act in the name of who is signed in here. Nothing is given before a clear yes, and
// only to the staff.
import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { api, unwrap } from "web-shared/api/client";
import { endSession, isStaff, type SessionUser, useSession } from "web-shared/api/session";
import { errorText } from "web-shared/i18n/errors";
import { Page, PageBody, PageHeader } from "web-shared/ui/Page";
import { EmptyState, Note } from "web-shared/ui/Scene";
import { ToSignIn } from "web-shared/ui/ToSignIn";
import { type Asked, answerTo, askedBy } from "./asked";
import styles from "./Desktop.module.css";

interface DesktopPageProps {
  /** The address of the sign-in. */
  signIn: string;
  /** Leaves the site for this address. */
  leave?: (address: string) => void;
}

export function DesktopPage({ signIn, leave = goTo }: DesktopPageProps) {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const session = useSession();
  const asked = askedBy(query);
  if (asked && !session) return <ToSignIn at={signIn} />;
  return (
    <Page title={t("desktop.title")}>
      <PageHeader title={t("desktop.title")} />
      <PageBody>
        {!asked || !session ? (
          <Broken />
        ) : isStaff(session) ? (
          <Consent asked={asked} user={session.user} leave={leave} />
        ) : (
          <StaffOnly user={session.user} />
        )}
      </PageBody>
    </Page>
  );
}

function goTo(address: string) {
  window.location.assign(address);
}

function Broken() {
  const { t } = useTranslation();
  return (
    <EmptyState scene="bulles" action={<Home />}>
      <span role="alert">{t("desktop.broken")}</span>
    </EmptyState>
  );
}

function Home() {
  const { t } = useTranslation();
  return (
    <Button component={Link} to="/" variant="outline">
      {t("desktop.home")}
    </Button>
  );
}

function StaffOnly({ user }: { user: SessionUser }) {
  const { t } = useTranslation();
  return (
    <Card user={user}>
      <div role="alert">
        <Note tone="warning">{t("desktop.staffOnly")}</Note>
      </div>
      <div className={styles.actions}>
        <Home />
        <Other />
      </div>
    </Card>
  );
}

interface ConsentProps {
  asked: Asked;
  user: SessionUser;
  leave: (address: string) => void;
}

function Consent({ asked, user, leave }: ConsentProps) {
  const { t } = useTranslation();
  const [refused, setRefused] = useState(false);
  const allow = useMutation({
    mutationFn: async () => {
      const { codeChallenge, redirectUri } = asked;
      const body = { codeChallenge, codeChallengeMethod: "S256", redirectUri };
      const { code } = await unwrap(api.POST("/auth/desktop-code", { body }));
      leave(answerTo(asked, { code }));
    },
  });

  function refuse() {
    setRefused(true);
    leave(answerTo(asked, { error: "access_denied" }));
  }

  if (allow.isSuccess || refused) {
    return (
      <EmptyState scene="tableau" action={<Home />}>
        <span role="status">{t(refused ? "desktop.refused" : "desktop.done")}</span>
      </EmptyState>
    );
  }
  return (
    <Card user={user}>
      <h2>{t("desktop.question")}</h2>
      <p className={styles.lead}>{t("desktop.meaning")}</p>
      <div role="alert">{allow.error && <Note tone="danger">{errorText(allow.error)}</Note>}</div>
      <div className={styles.actions}>
        <Button loading={allow.isPending} onClick={() => allow.mutate()}>
          {t("desktop.allow")}
        </Button>
        <Button variant="outline" disabled={allow.isPending} onClick={refuse}>
          {t("desktop.refuse")}
        </Button>
        <Other />
      </div>
    </Card>
  );
}

/** Whose name it is about, above what is asked. */
function Card({ user, children }: { user: SessionUser; children: ReactNode }) {
  const { t } = useTranslation();
  const name = `${user.firstName} ${user.lastName}`;
  return (
    <section className={styles.card} aria-label={t("desktop.account", { name })}>
      <div className={styles.who}>
        <span className={styles.arch} aria-hidden="true">
          {user.firstName.charAt(0).toUpperCase()}
        </span>
        <p>
          <b>{name}</b>
          <span className="caption muted">{user.email}</span>
        </p>
      </div>
      {children}
    </section>
  );
}

/** Whoever is signed in here may be somebody else than who uses the app. */
function Other() {
  const { t } = useTranslation();
  return (
    <Button variant="subtle" onClick={endSession}>
      {t("desktop.other")}
    </Button>
  );
}
