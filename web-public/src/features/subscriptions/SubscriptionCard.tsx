// One subscription: what it opens, how far one is, what comes next.

import { Anchor, Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { classAddress } from "web-shared/api/classSessions";
import { useSession } from "web-shared/api/session";
import {
  type DisplayStatus,
  modulesAddress,
  type Subscription,
} from "web-shared/api/subscriptions";
import { day, percent } from "web-shared/format/format";
import { labelOf, useLanguages } from "web-shared/taughtLanguages";
import { Arcade } from "web-shared/ui/Arcade";
import { OpeningDay } from "web-shared/ui/ClassFacts";
import { Icon } from "web-shared/ui/Icon";
import { OwnCertificates } from "web-shared/ui/OwnCertificates";
import { Plaque, Tag, type Tone } from "web-shared/ui/Tag";
import { Vue } from "web-shared/ui/Vue";
import { Threshold } from "../../ui/Threshold";
import { withdrawableQuery } from "./api";
import { ClassTimes } from "./ClassTimes";
import styles from "./Subscriptions.module.css";

const TONES: Record<DisplayStatus, Tone> = {
  ACTIVE: "success",
  COMPLETED: "neutral",
  EXPIRED: "warning",
};

export function SubscriptionCard({ subscription }: { subscription: Subscription }) {
  const { t } = useTranslation();
  const { courseType, displayStatus, level } = subscription;
  const language = useLanguages().of(subscription.languageCode);
  const expired = displayStatus === "EXPIRED";
  return (
    <article className={styles.card} data-language={language?.code}>
      <div className={styles.wall}>
        <Plaque level={level} />
        <Vue language={subscription.languageCode} level={level} faded={expired} />
      </div>
      <div className={styles.body}>
        <p className={styles.tags}>
          {language && <Tag tone="accent">{labelOf(language)}</Tag>}
          <Tag>{t(`courseType.${courseType}`)}</Tag>
          <Tag tone={TONES[displayStatus]}>{t(`subscriptions.status.${displayStatus}`)}</Tag>
        </p>
        <h2 lang="fr">{subscription.courseName}</h2>
        <ForWhom subscription={subscription} />
        <p className={styles.caption}>
          {t("subscriptions.since", { day: day(subscription.subscriptionDate) })}
        </p>
        <ul className={styles.modules}>
          {subscription.moduleIds.length === 0 ? (
            <li>{t("subscriptions.allModules")}</li>
          ) : (
            subscription.moduleTitles.map((title) => (
              <li key={title} lang="fr">
                {title}
              </li>
            ))
          )}
        </ul>
        <div className={styles.threshold}>
          {/* What was granted cost nothing. */}
          <Threshold
            start={subscription.threshold ?? null}
            free={typeof subscription.reservationOriginId !== "number"}
          />
        </div>
        {subscription.canAccess && <ClassTimes subscription={subscription} />}
        <Progress subscription={subscription} />
        <OpeningDay subscription={subscription} />
        {displayStatus === "ACTIVE" && subscription.nextModuleTitle && (
          <p className={styles.next}>
            <Icon name="books" size={22} />
            <span>
              {t("subscriptions.next")} <b lang="fr">{subscription.nextModuleTitle}</b>
            </span>
          </p>
        )}
        <div className={styles.certificates}>
          <OwnCertificates subscriptionId={subscription.id} />
        </div>
        <Open subscription={subscription} />
        <Withdraw subscription={subscription} />
      </div>
    </article>
  );
}

/** Whose course it is, on the page of their guardian. */
function ForWhom({ subscription: { userId, learnerName } }: { subscription: Subscription }) {
  const { t } = useTranslation();
  const me = useSession()?.user.id;
  if (userId === me) return null;
  return <p className={styles.caption}>{t("subscriptions.forLearner", { name: learnerName })}</p>;
}

/** To the purchase, as long as its contract can be withdrawn from. */
function Withdraw({ subscription: { id, courseName } }: { subscription: Subscription }) {
  const { t } = useTranslation();
  const { data } = useQuery(withdrawableQuery);
  if (!data?.includes(id)) return null;
  return (
    <Anchor
      component={Link}
      to="/profile?tab=purchases"
      className={styles.withdraw}
      aria-label={t("subscriptions.withdrawNamed", { course: courseName })}
    >
      {t("subscriptions.withdraw")}
    </Anchor>
  );
}

function Progress({ subscription }: { subscription: Subscription }) {
  const { t } = useTranslation();
  const { progressionPercentage: done, moduleIds, modules } = subscription;
  if (done === null || done === undefined) {
    return (
      <p className={styles.unknown}>
        <Icon name="info" />
        {t("subscriptions.progressUnknown")}
      </p>
    );
  }
  const whole = moduleIds.length === 0;
  const scope = t(whole ? "subscriptions.ofCourse" : "subscriptions.ofModules");
  return (
    <div className={styles.progress}>
      <Arcade
        percent={done}
        modules={modules.map((module) => module.percent)}
        label={`${percent(done)} ${scope}`}
      />
      <p>
        <span className="num">{percent(done)}</span>
        <span className={styles.caption}>{scope}</span>
      </p>
    </div>
  );
}

/** To the class; of what is complete or over, to its lessons as well. */
function Open({ subscription }: { subscription: Subscription }) {
  const { t } = useTranslation();
  const reason = useId();
  const { id, courseName, displayStatus, canAccess } = subscription;
  const toClass = {
    to: classAddress(id),
    "aria-label": t("classroom.ofCourse", { course: courseName }),
  };
  if (displayStatus === "ACTIVE" && canAccess) {
    return (
      <Button component={Link} variant="light" {...toClass}>
        {t("classroom.title")}
      </Button>
    );
  }
  return (
    <div className={styles.over}>
      {displayStatus === "COMPLETED" && canAccess ? (
        <Button
          component={Link}
          to={modulesAddress(subscription)}
          variant="outline"
          aria-label={t("subscriptions.seeNamed", { course: courseName })}
        >
          {t("subscriptions.see")}
        </Button>
      ) : (
        <>
          <p id={reason} className={styles.caption}>
            <Over subscription={subscription} />
          </p>
          <Button disabled aria-describedby={reason}>
            {t("subscriptions.continue")}
          </Button>
        </>
      )}
      <Anchor component={Link} {...toClass}>
        {t("classroom.title")}
      </Anchor>
    </div>
  );
}

/** Why it does not open any more. */
function Over({ subscription }: { subscription: Subscription }) {
  const { t } = useTranslation();
  const { active, canAccess, accessExpiresAt, courseEndDate } = subscription;
  if (!active) return t("subscriptions.ended");
  return canAccess
    ? t("subscriptions.courseEndedOn", { day: day(courseEndDate) })
    : t("subscriptions.endedOn", { day: day(accessExpiresAt) });
}
