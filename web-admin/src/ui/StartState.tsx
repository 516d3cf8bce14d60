// Whether a course starts: who is enrolled, how many are needed, until when; what was decided, and the way to decide.
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { needsNetwork } from "web-shared/api/problem";
import { useSession } from "web-shared/api/session";
import { day } from "web-shared/format/format";
import { errorText } from "web-shared/i18n/errors";
import { Icon } from "web-shared/ui/Icon";
import { FailedState, Note, Waiting } from "web-shared/ui/Scene";
import { Tag } from "web-shared/ui/Tag";
import { decisionQuery, isOver, sentenceOf, stateOf } from "./decisions";
import type { CourseDecision } from "./decisionTypes";
import { LastDecision } from "./LastDecision";
import styles from "./StartState.module.css";

interface OfCourse {
  id: number;
  name: string;
}

export function StartState({ course: { id, name } }: { course: OfCourse }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(decisionQuery(id));
  if (data) return <Shown name={name} decision={data} />;
  if (needsNetwork(error)) return <Note>{errorText(error)}</Note>;
  if (error) {
    return (
      <FailedState
        error={error}
        what={t("dashboard.decisions.failed")}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <Waiting>
      <div className={styles.reserved} />
    </Waiting>
  );
}

/** The state in a word; nothing until it is known. */
export function StartTag({ id }: { id: number }) {
  const { data } = useQuery(decisionQuery(id));
  if (!data) return null;
  const { tone, icon, text } = stateOf(data);
  return (
    <Tag tone={tone}>
      {icon && <Icon name={icon} size={16} />}
      {text}
    </Tag>
  );
}

function Shown({ name, decision }: { name: string; decision: CourseDecision }) {
  const { t } = useTranslation();
  const admin = useSession()?.user.role === "ADMIN";
  const { courseId, decidable, needsDecision, last } = decision;
  return (
    <div className={styles.start}>
      {!isOver(decision) && <Threshold decision={decision} />}
      {admin && decidable.length > 0 && (
        <Button
          component={Link}
          to={`/course/${courseId}/decision`}
          variant={needsDecision ? "filled" : "light"}
          aria-label={t("dashboard.decisions.decideOf", { name })}
        >
          {t("dashboard.decisions.decide")}
        </Button>
      )}
      {last && <LastDecision decision={last} admin={admin} />}
    </div>
  );
}

const MOST_DRAWN = 12;

/** An arch for each learner who is needed, and the sentences that say the same. */
export function Threshold({ decision }: { decision: CourseDecision }) {
  const { t } = useTranslation();
  const { enrolled, minimumLearners, decisionDay, startConfirmed } = decision;
  const minimum = minimumLearners ?? 0;
  const sentence = sentenceOf(decision);
  return (
    <div className={styles.threshold} data-tone={stateOf(decision).tone}>
      <p className={styles.count}>
        {minimum <= MOST_DRAWN && (
          <span aria-hidden="true">
            {Array.from({ length: minimum }, (_, place) => (
              <i key={place} data-taken={place < enrolled || undefined} />
            ))}
          </span>
        )}
        <b>{t("dashboard.decisions.enrolled", { count: enrolled, minimum })}</b>
      </p>
      <p>
        {sentence}{" "}
        {decisionDay &&
          !startConfirmed &&
          t("dashboard.decisions.dayIs", { day: day(decisionDay) })}
      </p>
    </div>
  );
}
