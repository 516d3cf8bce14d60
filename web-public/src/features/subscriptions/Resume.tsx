// Where the learner goes on: one button over all courses, to the next lesson that was not viewed yet.
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { lessonAddress, type Subscription } from "web-shared/api/subscriptions";
import styles from "./Subscriptions.module.css";

/** Of the courses under way the one read last, else the newest. */
export function toResume(subscriptions: Subscription[]): Subscription | null {
  const open = subscriptions.filter(
    ({ displayStatus, resume }) => displayStatus === "ACTIVE" && resume,
  );
  const last = ({ lastOpenedAt }: Subscription) => lastOpenedAt ?? "";
  return open.toSorted((one, other) => last(other).localeCompare(last(one)))[0] ?? null;
}

interface ResumeProps {
  subscriptions: Subscription[];
  /** Something else is more urgent: the button is not the first of the page. */
  second?: boolean;
}

export function Resume({ subscriptions, second = false }: ResumeProps) {
  const { t } = useTranslation();
  const subscription = toResume(subscriptions);
  const resume = subscription?.resume;
  if (!subscription || !resume) return null;
  const begun = Boolean(subscription.lastOpenedAt);
  const place = { position: resume.position, count: resume.lessonCount };
  return (
    <section className={styles.resume} aria-labelledby="resume">
      <p className={styles.caption}>{t(begun ? "subscriptions.left" : "subscriptions.first")}</p>
      <h2 id="resume" lang="fr">
        {resume.lessonTitle ?? resume.moduleTitle}
      </h2>
      <p className={styles.caption}>
        <span lang="fr">{subscription.courseName}</span>
        <br />
        <span lang="fr">{resume.moduleTitle}</span>, {t("subscriptions.lessonOf", place)}
      </p>
      <Button
        component={Link}
        to={lessonAddress(subscription.id, resume)}
        variant={second ? "outline" : "filled"}
      >
        {t(begun ? "subscriptions.resume" : "subscriptions.begin")}
      </Button>
    </section>
  );
}
