// A subscription that is over: since when and why, what is kept, and what to do.
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { courseAddress } from "web-shared/api/courses";
import type { Subscription } from "web-shared/api/subscriptions";
import { day } from "web-shared/format/format";
import { Explanation } from "web-shared/ui/Explanation";
import { Note } from "web-shared/ui/Scene";
import styles from "./CourseModules.module.css";

interface AccessEndedProps {
  /** The last day; none when the school took the access back. */
  on?: string | null | undefined;
  subscription: Subscription | undefined;
}

export function AccessEnded({ on, subscription }: AccessEndedProps) {
  const { t } = useTranslation();
  const slug = subscription?.courseSlug;
  return (
    <div className={styles.ended}>
      <Note tone="warning">
        <b>{on ? t("learning.course.endedOn", { day: day(on) }) : t("errors.access_ended")}</b>
        <br />
        {t("learning.course.endedWay")}
      </Note>
      {on && subscription && <WhyEnded on={on} subscription={subscription} />}
      <div className={styles.ways}>
        {slug && (
          <Button component={Link} to={courseAddress({ slug })}>
            {t("learning.course.seeCourse")}
          </Button>
        )}
        <Button component={Link} to="/contacts" variant="outline">
          {t("learning.course.write")}
        </Button>
      </div>
    </div>
  );
}

function WhyEnded({ on, subscription }: { on: string; subscription: Subscription }) {
  const { t } = useTranslation();
  const { subscriptionDate, courseEndDate } = subscription;
  return (
    <Explanation
      question={t("why.ended")}
      lines={[
        { title: t("why.enrolled"), value: day(subscriptionDate) },
        { title: t("why.courseEnd"), value: day(courseEndDate) },
      ]}
      total={{ title: t("why.lastDay"), value: day(on) }}
    >
      {t("why.access")}
    </Explanation>
  );
}
