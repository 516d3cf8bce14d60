// "Ma classe": the page of one subscription. What comes next, all its sessions with one's own attendance, its
// modules, its teacher and its room.
import { Button, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { ownSessionsQuery } from "web-shared/api/classSessions";
import { ApiError, isMissing } from "web-shared/api/problem";
import { useSession } from "web-shared/api/session";
import { lessonAddress, type Subscription, subscriptionQuery } from "web-shared/api/subscriptions";
import { percent } from "web-shared/format/format";
import { slotsLine } from "web-shared/format/sessions";
import { labelOf, useLanguages } from "web-shared/taughtLanguages";
import { Arcade } from "web-shared/ui/Arcade";
import { Page, PageBody, PageHeader } from "web-shared/ui/Page";
import { FailedState, Waiting } from "web-shared/ui/Scene";
import { isOpen, nextOf, useNow } from "web-shared/ui/sessions/next";
import { slotsOf } from "web-shared/ui/sessions/slots";
import { Tag } from "web-shared/ui/Tag";
import { ToSignIn } from "web-shared/ui/ToSignIn";
import { AccessOver } from "./AccessOver";
import styles from "./Class.module.css";
import { ClassMessages } from "./ClassMessages";
import { ClassModules } from "./ClassModules";
import { ClassNext } from "./ClassNext";
import { ClassSessions } from "./ClassSessions";
import { ClassSide } from "./ClassSide";

/** `signIn`: the address of the sign-in. */
export function ClassPage({ signIn }: { signIn: string }) {
  const session = useSession();
  const { id } = useParams();
  if (!session) return <ToSignIn at={signIn} />;
  const number = /^\d+$/.test(id ?? "") ? Number(id) : 0;
  return <Loaded key={number} id={number} userId={session.user.id} />;
}

function Loaded({ id, userId }: { id: number; userId: number }) {
  const { t } = useTranslation();
  if (!Number.isSafeInteger(id) || id < 1) throw nothingThere();
  const { data, error, refetch } = useQuery({
    ...subscriptionQuery(id),
    throwOnError: isMissing,
  });
  if (data) return <Class subscription={data} own={data.userId === userId} />;
  return (
    <PageBody>
      {error ? (
        <FailedState what={t("classroom.failed")} error={error} onRetry={() => void refetch()} />
      ) : (
        <Waiting>
          <Skeleton height={120} />
          <Skeleton height={248} radius="lg" mt={36} />
        </Waiting>
      )}
    </PageBody>
  );
}

function nothingThere(): ApiError {
  return new ApiError({ status: 404, code: "not_found", message: "" });
}

/** What every part of the page is told. */
export interface ClassProps {
  subscription: Subscription;
  /** The reader is its learner; else it is a ward of theirs, or the reader is staff. */
  own: boolean;
}

function Class(props: ClassProps) {
  const { t } = useTranslation();
  const { subscription } = props;
  const language = useLanguages().of(subscription.languageCode);
  const { data } = useQuery(ownSessionsQuery(subscription.id));
  const now = useNow(data?.offset);
  const next = subscription.canAccess && data ? nextOf(data.sessions, now) : null;
  const timetable = data && slotsLine(slotsOf(data.sessions, now));
  return (
    <Page title={t("classroom.ofCourse", { course: subscription.courseName })}>
      <div data-language={language?.code}>
        <PageHeader
          crumbs={
            <nav aria-label={t("catalogue.crumbs")}>
              <Link to="/profile/subscriptions">{t("subscriptions.title")}</Link>
            </nav>
          }
          title={<span lang="fr">{subscription.courseName}</span>}
          lead={
            <span className={styles.tags}>
              <Tag tone="accent">
                {language ? labelOf(language) : subscription.languageCode} {subscription.level}
              </Tag>
              <Tag>{t(`courseType.${subscription.courseType}`)}</Tag>
              {timetable && <Tag>{timetable}</Tag>}
              {!props.own && (
                <Tag>{t("subscriptions.forLearner", { name: subscription.learnerName })}</Tag>
              )}
            </span>
          }
          aside={
            <Standing subscription={subscription} second={Boolean(next && isOpen(next, now))} />
          }
        />
        <PageBody>
          <div className={styles.columns}>
            <div className={styles.main}>
              {!subscription.canAccess && <AccessOver subscription={subscription} />}
              <ClassNext {...props} now={now} />
              <ClassSessions {...props} now={now} />
              <ClassMessages {...props} />
              <ClassModules {...props} />
            </div>
            <ClassSide {...props} now={now} />
          </div>
        </PageBody>
      </div>
    </Page>
  );
}

/** How far the learner is with the lessons, and the way to the next one. */
function Standing({ subscription, second }: { subscription: Subscription; second: boolean }) {
  const { t } = useTranslation();
  const {
    id,
    progressionPercentage: done,
    modules,
    resume,
    canAccess,
    lastOpenedAt,
  } = subscription;
  const label = `${percent(done)} ${t("classroom.ofLessons")}`;
  return (
    <div className={styles.standing}>
      <div>
        <Arcade percent={done} modules={modules.map((one) => one.percent)} label={label} />
        <p>
          <span className="num">{percent(done)}</span>
          <span className="caption muted">{t("classroom.ofLessons")}</span>
        </p>
      </div>
      {canAccess && resume && (
        <Button
          component={Link}
          to={lessonAddress(id, resume)}
          variant={second ? "outline" : "filled"}
        >
          {t(lastOpenedAt ? "subscriptions.resume" : "subscriptions.begin")}
        </Button>
      )}
    </div>
  );
}
