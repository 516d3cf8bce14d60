// What was planned beside what is proposed: course, dates, days and hours, place.
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { dayRange } from "web-shared/format/format";
import type { Proposal } from "./api";
import styles from "./Proposals.module.css";
import { useStillOpen } from "./wording";

export function Comparison({ proposal }: { proposal: Proposal }) {
  const { t } = useTranslation();
  const stillOpen = useStillOpen(proposal);
  return (
    <section>
      <h2>{t("proposal.compare.title")}</h2>
      <div className={styles.sides}>
        <Side
          title={t("proposal.compare.before")}
          course={proposal.courseName}
          dates={dayRange(proposal.startDate, proposal.endDate, "long")}
          schedule={proposal.schedule}
          place={proposal.kind === "NEW_DATES" ? proposal.newLocation : null}
        />
        <Side
          isNew
          title={t("proposal.compare.after")}
          course={proposal.newCourseName}
          dates={dayRange(proposal.newStartDate, proposal.newEndDate, "long")}
          schedule={proposal.newSchedule}
          place={proposal.newLocation}
        />
      </div>
      {stillOpen && <p className={styles.stillOpen}>{stillOpen}</p>}
    </section>
  );
}

interface SideProps {
  title: string;
  /** What is proposed, in place of the other. */
  isNew?: boolean;
  course: string;
  dates: string;
  schedule?: string | null | undefined;
  place?: string | null | undefined;
}

function Side({ title, isNew = false, course, dates, schedule, place }: SideProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.side} data-new={isNew || undefined}>
      <h3>{title}</h3>
      <dl>
        <Fact name={t("proposal.compare.course")} lang="fr">
          {course}
        </Fact>
        <Fact name={t("proposal.compare.dates")}>{dates}</Fact>
        <Fact name={t("proposal.compare.schedule")} lang="fr">
          {schedule}
        </Fact>
        <Fact name={t("proposal.compare.place")} lang="fr">
          {place}
        </Fact>
      </dl>
    </div>
  );
}

function Fact(props: { name: string; lang?: string; children: ReactNode }) {
  if (!props.children) return null;
  return (
    <div>
      <dt>{props.name}</dt>
      <dd lang={props.lang}>{props.children}</dd>
    </div>
  );
}
