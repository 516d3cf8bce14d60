// The one session that matters now: when, where, and the button that calls its roll.
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { hour, hoursOf } from "web-shared/format/sessions";
import { Icon } from "web-shared/ui/Icon";
import { Vue } from "web-shared/ui/Vue";
import { type ClassSession, rosterQuery } from "../../ui/classSessions";
import styles from "./Teaching.module.css";
import { isGoingOn, isJoinable, minutesUntil, replacedBy } from "./today";
import { useTeacherId } from "./useOwnSessions";

interface NextSessionProps {
  session: ClassSession;
  now: number;
}

export function NextSession({ session, now }: NextSessionProps) {
  const { t } = useTranslation();
  const { id, courseId, courseName, languageCode } = session;
  return (
    <section className={styles.next} aria-labelledby="next" data-language={languageCode}>
      <div className={styles.nextWords}>
        <span className={styles.when}>
          <Icon name="clock" />
          <When session={session} now={now} />
        </span>
        <span className={styles.hours}>{hoursOf(session)}</span>
        <h2 id="next" lang="fr">
          {courseName}
        </h2>
        <Facts session={session} />
        <div className={styles.buttons}>
          <Button
            component={Link}
            to={`/seances/${id}/appel`}
            leftSection={<Icon name="list-checks" />}
          >
            {t("dashboard.today.call")}
          </Button>
          <Join session={session} now={now} />
          <Button variant="outline" component={Link} to={`/course/${courseId}/messages`}>
            {t("dashboard.today.write")}
          </Button>
        </div>
      </div>
      <Vue className={styles.vue ?? ""} language={languageCode} level={null} />
    </section>
  );
}

const HOUR = 60; // minutes

function When({ session, now }: NextSessionProps) {
  const { t } = useTranslation();
  if (isGoingOn(session, now)) return t("dashboard.today.goingOn");
  const count = minutesUntil(session, now);
  return count <= HOUR
    ? t("dashboard.today.in", { count })
    : t("dashboard.today.at", { time: hour(session.startTime) });
}

function Facts({ session }: { session: ClassSession }) {
  const { t } = useTranslation();
  const { data } = useQuery(rosterQuery(session.id));
  const { roomName, roomAddress, moduleName, note } = session;
  const replaced = replacedBy(session, useTeacherId());
  const facts = [
    { icon: roomName ? "map-pin" : "laptop", text: roomName ?? t("dashboard.today.online") },
    data && {
      icon: "users-three",
      text: t("dashboard.today.learners", { count: data.rows.length }),
    },
    moduleName && { icon: "stack", text: moduleName },
    replaced && { icon: "swap", text: t("dashboard.today.replaces", { name: replaced }) },
    note && { icon: "info", text: note },
  ];
  return (
    <ul className={styles.facts}>
      {facts.map(
        (fact) =>
          fact && (
            <li key={fact.icon} title={fact.icon === "map-pin" ? (roomAddress ?? "") : undefined}>
              <Icon name={fact.icon} />
              {fact.text}
            </li>
          ),
      )}
    </ul>
  );
}

/** The link of a session online, a quarter of an hour before it begins. */
function Join({ session, now }: NextSessionProps) {
  const { t } = useTranslation();
  if (!session.joinUrl) return null;
  if (!isJoinable(session, now)) {
    return <p className={styles.later}>{t("dashboard.today.joinLater")}</p>;
  }
  return (
    <Button
      variant="outline"
      component="a"
      href={session.joinUrl}
      target="_blank"
      rel="noreferrer"
      leftSection={<Icon name="arrow-square-out" />}
    >
      {t("dashboard.today.join")}
    </Button>
  );
}
