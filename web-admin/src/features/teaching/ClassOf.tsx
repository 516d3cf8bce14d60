// The class of a session, by name: level, since when, and what is to be known.
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { day, dayOf } from "web-shared/format/format";
import { FailedState, Waiting } from "web-shared/ui/Scene";
import { Tag } from "web-shared/ui/Tag";
import { type ClassSession, type RosterRow, rosterQuery } from "../../ui/classSessions";
import { Level } from "../../ui/Level";
import { Needs } from "../../ui/Needs";
import { BlankSheet } from "./BlankSheet";
import { LearnerTests } from "./LearnerTests";
import { Progress } from "./Progress";
import styles from "./Teaching.module.css";

interface ClassOfProps {
  session: ClassSession;
  /** Levels can be set, and progress is read. */
  editable?: boolean;
}

export function ClassOf({ session, editable = false }: ClassOfProps) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(rosterQuery(session.id));
  return (
    <section aria-labelledby="class">
      <div className={styles.heading}>
        <h2 id="class">{t("dashboard.today.class")}</h2>
        <BlankSheet session={session.id} />
      </div>
      {data ? (
        data.rows.length === 0 ? (
          <p className={styles.none}>{t("dashboard.roll.nobody")}</p>
        ) : (
          <ul className={styles.people} data-language={session.languageCode}>
            {data.rows.map((row) => (
              <Person key={row.subscriptionId} {...{ row, session, editable }} />
            ))}
          </ul>
        )
      ) : error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : (
        <Waiting />
      )}
    </section>
  );
}

function Person({ row, session, editable }: Required<ClassOfProps> & { row: RosterRow }) {
  const { t } = useTranslation();
  const { subscriptionId, learnerId, learnerName: name, level, since, needs } = row;
  const entry = since.length > 10 ? dayOf(since) : since;
  const first = entry === session.date;
  const when = first
    ? t("dashboard.today.entersThen")
    : t("dashboard.today.since", { day: day(entry, "medium") });
  return (
    <li>
      <span className={styles.initials} aria-hidden="true">
        {initialsOf(name)}
      </span>
      <span>
        <b>{name}</b>
        <span className={styles.detail}>{[level, when].filter(Boolean).join(", ")}</span>
        {editable && <Progress subscriptionId={subscriptionId} />}
        {needs && <Needs>{needs}</Needs>}
      </span>
      <span className={styles.tags}>
        {first && <Tag tone="warning">{t("dashboard.today.firstSession")}</Tag>}
        {editable && (
          <Level
            subscriptionId={subscriptionId}
            learnerName={name}
            level={level}
            list={rosterQuery(session.id).queryKey}
          />
        )}
      </span>
      {editable && typeof learnerId === "number" && <LearnerTests {...{ learnerId, name }} />}
    </li>
  );
}

export function initialsOf(name: string): string {
  const parts = name.split(/\s+/).filter(Boolean);
  return `${parts[0]?.[0] ?? ""}${parts.length > 1 ? (parts.at(-1)?.[0] ?? "") : ""}`;
}
