// A subscription that is over: since when, what is kept, and what to do.
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { courseAddress } from "web-shared/api/courses";
import { day } from "web-shared/format/format";
import { Note } from "web-shared/ui/Scene";
import styles from "./CourseModules.module.css";

interface AccessEndedProps {
  /** The last day; none when the school took the access back. */
  on?: string | null | undefined;
  /** The course, for its page. */
  slug?: string | undefined;
}

export function AccessEnded({ on, slug }: AccessEndedProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.ended}>
      <Note tone="warning">
        <b>{on ? t("learning.course.endedOn", { day: day(on) }) : t("errors.access_ended")}</b>
        <br />
        {t("learning.course.endedWay")}
      </Note>
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
