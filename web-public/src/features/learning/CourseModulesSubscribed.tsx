// A subscription as its learner finds it: how far they are, its modules while it is live, and what to do when it is over.
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { type Course, textsLanguage } from "web-shared/api/courses";
import { modulesAddress, type Subscription } from "web-shared/api/subscriptions";
import { day } from "web-shared/format/format";
import { ClassFacts, OpeningDay } from "web-shared/ui/ClassFacts";
import { OwnCertificates } from "web-shared/ui/OwnCertificates";
import { EmptyState, Note } from "web-shared/ui/Scene";
import { Tag } from "web-shared/ui/Tag";
import { AccessEnded } from "./AccessEnded";
import styles from "./CourseModules.module.css";
import { LearnersModules } from "./CourseModulesCards";
import { CourseModulesFrame } from "./CourseModulesFrame";
import { CourseModulesProgress } from "./CourseModulesProgress";
import { CourseReview } from "./CourseReview";
import { narrowed, subscribedRows } from "./courseModules";
import { ModuleCards } from "./ModuleCards";
import { useCourseReview } from "./useCourseReview";
import { WhyClosed } from "./WhyClosed";
import { WhyCoursePercent } from "./WhyCoursePercent";

interface SubscribedModulesProps {
  subscription: Subscription;
  /** Says what the modules are about. */
  course: Course | undefined;
  /** The modules that the address names. */
  listed: number[];
  /** The reader is its learner. */
  own: boolean;
}

export function SubscribedModules(props: SubscribedModulesProps) {
  const { t } = useTranslation();
  const { subscription, course, listed, own } = props;
  const { courseId, courseName, canAccess } = subscription;
  const completed = subscription.displayStatus === "COMPLETED";
  const lang = course ? textsLanguage(course) : "fr";
  const review = useCourseReview({
    subscriptionId: subscription.id,
    courseId,
    completed: completed && own,
    completionNotified: subscription.completionNotified,
  });
  return (
    <CourseModulesFrame
      course={{
        name: courseName,
        lang,
        language: subscription.languageCode,
        level: subscription.level,
        type: subscription.courseType,
      }}
      from={{ to: "/profile/subscriptions", name: t("nav.subscriptions") }}
      standing={<Standing subscription={subscription} completed={completed} />}
      aside={
        <CourseModulesProgress subscription={subscription}>
          <WhyCoursePercent subscription={subscription} course={course} lang={lang} />
        </CourseModulesProgress>
      }
      side={
        <>
          {canAccess && <ClassFacts subscription={subscription} />}
          {canAccess && <Until day={subscription.accessExpiresAt} />}
          <OwnCertificates subscriptionId={subscription.id} />
          {review.welcome && (
            <Button variant="subtle" onClick={review.open}>
              {t("learning.course.giveReview")}
            </Button>
          )}
        </>
      }
    >
      {canAccess ? (
        <Live subscription={subscription} course={course} listed={listed} lang={lang} />
      ) : (
        <Over subscription={subscription} course={course} lang={lang} />
      )}
      <CourseReview subscription={subscription} opened={review.opened} onClose={review.close} />
    </CourseModulesFrame>
  );
}

function Standing({ subscription, completed }: { subscription: Subscription; completed: boolean }) {
  const { t } = useTranslation();
  const whole = subscription.moduleIds.length === 0;
  return (
    <>
      {subscription.canAccess && (
        <Tag>{t(whole ? "learning.course.full" : "learning.course.partial")}</Tag>
      )}
      {completed && <Tag tone="success">{t("learning.course.completed")}</Tag>}
    </>
  );
}

function Until({ day: last }: { day: string }) {
  const { t } = useTranslation();
  return (
    <p className={styles.until}>
      <b>{t("learning.course.access")}</b>
      {t("learning.course.until", { day: day(last) })}
    </p>
  );
}

/** What was granted stays to be seen, with how far the learner came. */
function Over(props: Omit<SubscribedModulesProps, "own" | "listed"> & { lang: string }) {
  const { subscription, course, lang } = props;
  const { active, accessExpiresAt } = subscription;
  return (
    <>
      <AccessEnded on={active ? accessExpiresAt : null} subscription={subscription} />
      <ModuleCards rows={subscribedRows(subscription, course)} lang={lang} aside={() => null} />
    </>
  );
}

function Live(props: Omit<SubscribedModulesProps, "own"> & { lang: string }) {
  const { t } = useTranslation();
  const { subscription, course, listed, lang } = props;
  const all = subscribedRows(subscription, course);
  const rows = narrowed(all, listed);
  const toAll = modulesAddress(subscription);
  if (rows.length === 0) {
    return (
      <EmptyState
        scene="table-livres"
        action={
          <Button component={Link} to={all.length > 0 ? toAll : "/profile/subscriptions"}>
            {t(all.length > 0 ? "learning.course.seeAll" : "booking.seeSubscriptions")}
          </Button>
        }
      >
        {t("learning.course.none")}
      </EmptyState>
    );
  }
  return (
    <>
      {rows.length < all.length && (
        <Note>
          {t("learning.course.narrowed")} <Link to={toAll}>{t("learning.course.seeAll")}</Link>
        </Note>
      )}
      <OpeningDay subscription={subscription} />
      <LearnersModules subscriptionId={subscription.id} rows={rows} lang={lang} />
      <WhyClosed subscription={subscription} course={course} lang={lang} />
    </>
  );
}
