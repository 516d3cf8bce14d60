// When, where and with whom the class of a subscription meets; the link of an online class, while the access lives.
import { Anchor } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Subscription } from "../api/subscriptions";
import { day, today } from "../format/format";
import styles from "./ClassFacts.module.css";
import { Explanation } from "./Explanation";
import { Icon } from "./Icon";

export function ClassFacts({ subscription }: { subscription: Subscription }) {
  const { t } = useTranslation();
  const { schedule, location, teacherName, courseStartDate, courseEndDate } = subscription;
  const over = courseEndDate < today();
  const starts = courseStartDate > today();
  if (over) return null;
  return (
    <ul className={styles.facts}>
      {(schedule || starts) && (
        <li>
          <Icon name="calendar-dots" size={20} />
          <span>
            {schedule && <span className={styles.lines}>{schedule}</span>}
            {starts && <span>{t("subscriptions.starts", { day: day(courseStartDate) })}</span>}
          </span>
        </li>
      )}
      {location && (
        <li>
          <Icon name="map-pin" size={20} />
          <span>{location}</span>
        </li>
      )}
      {teacherName && (
        <li>
          <Icon name="user" size={20} />
          <span>{teacherName}</span>
        </li>
      )}
      <ClassLink subscription={subscription} as="li" />
    </ul>
  );
}

interface ClassLinkProps {
  subscription: Pick<Subscription, "meetingUrl" | "courseName">;
  as: "li" | "span";
}

/** The way into the online class. */
export function ClassLink({ subscription: { meetingUrl, courseName }, as: Line }: ClassLinkProps) {
  const { t } = useTranslation();
  if (!meetingUrl) return null;
  return (
    <Line className={styles.link}>
      <Icon name="laptop" size={20} />
      <Anchor
        href={meetingUrl}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={t("subscriptions.joinNamed", { course: courseName })}
      >
        {t("subscriptions.join")}
      </Anchor>
    </Line>
  );
}

/** From which day on the lessons open, and why not before. */
export function OpeningDay({ subscription }: { subscription: Subscription }) {
  const { t } = useTranslation();
  const { opensOn, opensAfterWithdrawal } = subscription;
  if (!opensOn) return null;
  const opening = day(opensOn);
  return (
    <div className={styles.opening}>
      <p>
        <Icon name="lock-simple" size={20} />
        <span>{t("why.opens", { day: opening })}</span>
      </p>
      {opensAfterWithdrawal ? (
        <Explanation
          question={t("why.day")}
          lines={[{ title: t("why.period"), value: t("why.days") }]}
          total={{ title: t("why.opening"), value: opening }}
        >
          {t("why.withdrawal")}
        </Explanation>
      ) : (
        <Explanation question={t("why.day")}>{t("why.wished")}</Explanation>
      )}
    </div>
  );
}
