// `/pointage#code`: where the code of a classroom leads. The page sends it by itself, once, and says what came of it in
// one sentence. The server never sees the code in an address.
import { Button, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { NetworkError } from "web-shared/api/problem";
import { type Session, useSession } from "web-shared/api/session";
import { moment } from "web-shared/format/format";
import { timeOf } from "web-shared/format/offerTime";
import { hours } from "web-shared/format/sessions";
import { errorText } from "web-shared/i18n/errors";
import { Icon } from "web-shared/ui/Icon";
import { Page } from "web-shared/ui/Page";
import { Note, Waiting } from "web-shared/ui/Scene";
import { ToSignIn } from "web-shared/ui/ToSignIn";
import styles from "./CheckIn.module.css";
import { type CheckedIn, checkInQuery, type Refusal, refusalOf } from "./checkIn";

/** `signIn`: the address of the sign-in. */
export function CheckInPage({ signIn }: { signIn: string }) {
  const { t } = useTranslation();
  const session = useSession();
  const code = useLocation().hash.slice(1);
  if (!session) return <ToSignIn at={signIn} />;
  return (
    <Page title={t("checkIn.title")}>
      {code ? (
        <Sent key={code} code={code} session={session} />
      ) : (
        <Outcome icon="door-open" title={t("checkIn.none.title")}>
          <p>{t("checkIn.none.text")}</p>
        </Outcome>
      )}
    </Page>
  );
}

function Sent({ code, session }: { code: string; session: Session }) {
  const { data, error, refetch, isFetching } = useQuery(checkInQuery(code));
  if (data) return <Noted checkedIn={data} name={session.user.firstName} />;
  if (error) {
    return <Refused error={error} busy={isFetching} onRetry={() => void refetch()} />;
  }
  return (
    <Waiting>
      <div className={styles.screen}>
        <Skeleton className={styles.waiting} />
      </div>
    </Waiting>
  );
}

function Noted({ checkedIn, name }: { checkedIn: CheckedIn; name: string }) {
  const { t } = useTranslation();
  const { courseName, startsAt, endsAt, repeated } = checkedIn;
  return (
    <Outcome
      lit
      icon="check-bold"
      title={repeated ? t("checkIn.repeated.title") : t("checkIn.noted.title", { name })}
    >
      <p>{t(repeated ? "checkIn.repeated.text" : "checkIn.noted.text")}</p>
      <ul className={styles.facts}>
        <li>
          <Icon name="books" />
          <span lang="fr">{courseName}</span>
        </li>
        <li>
          <Icon name="clock" />
          <span>{hours(timeOf(startsAt), timeOf(endsAt))}</span>
        </li>
      </ul>
      <Button component={Link} to="/profile/subscriptions" variant="outline" fullWidth>
        {t("checkIn.toCourses")}
      </Button>
    </Outcome>
  );
}

const ICONS: Record<Refusal, string> = {
  code_expired: "hourglass-medium",
  code_unknown: "warning",
  not_in_class: "door-open",
  check_in_not_open: "clock",
  check_in_over: "clock",
  network: "warning",
  other: "warning",
};

function Refused(props: { error: unknown; busy: boolean; onRetry: () => void }) {
  const { t } = useTranslation();
  const why = refusalOf(props.error);
  return (
    <Outcome icon={ICONS[why]} title={t(`checkIn.${why}.title`)} alert>
      <p>{why === "other" ? errorText(props.error) : t(`checkIn.${why}.text`)}</p>
      {props.error instanceof NetworkError ? (
        <Button fullWidth loading={props.busy} onClick={props.onRetry}>
          {t("common.retry")}
        </Button>
      ) : (
        <Button component={Link} to="/profile/subscriptions" variant="outline" fullWidth>
          {t("checkIn.toCourses")}
        </Button>
      )}
      <Note>
        <b>{t("checkIn.stuck")}</b> {t("checkIn.stuckText")}
      </Note>
    </Outcome>
  );
}

interface OutcomeProps {
  icon: string;
  title: string;
  /** It is done: the arch is lit. */
  lit?: boolean;
  alert?: boolean;
  children: ReactNode;
}

/** One arch, lit or not, one sentence, one way out. */
function Outcome({ icon, title, lit = false, alert = false, children }: OutcomeProps) {
  const [now] = useState(() => moment(new Date().toISOString()));
  return (
    <section className={styles.screen} data-lit={lit || undefined}>
      <p className={styles.when}>{now}</p>
      <div className={styles.arch} aria-hidden="true">
        <Icon name={icon} size={92} />
      </div>
      <div className={styles.floor}>
        <div className={styles.words} role={alert ? "alert" : "status"}>
          <h1>{title}</h1>
          {children}
        </div>
      </div>
    </section>
  );
}
