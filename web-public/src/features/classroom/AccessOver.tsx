// An access that is over: what stays to be read, and where to go from here.
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { courseAddress } from "web-shared/api/courses";
import type { Subscription } from "web-shared/api/subscriptions";
import { day } from "web-shared/format/format";
import { Note } from "web-shared/ui/Scene";
import styles from "./Class.module.css";

export function AccessOver({ subscription }: { subscription: Subscription }) {
  const { t } = useTranslation();
  const { active, accessExpiresAt, courseSlug } = subscription;
  return (
    <div className={styles.over}>
      <Note tone="warning">
        <b>
          {active
            ? t("subscriptions.endedOn", { day: day(accessExpiresAt) })
            : t("subscriptions.ended")}
        </b>
        <br />
        {t("classroom.readOnly")}
      </Note>
      <Button component={Link} to={courseAddress({ slug: courseSlug })} variant="outline">
        {t("classroom.seeCourse")}
      </Button>
    </div>
  );
}
