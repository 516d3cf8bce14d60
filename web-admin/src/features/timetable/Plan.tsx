// The rules of a course, one of them open to be written, and its sessions.
import { Button } from "@mantine/core";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { dayRange } from "web-shared/format/format";
import { Confirm } from "web-shared/ui/Confirm";
import { Icon } from "web-shared/ui/Icon";
import { notifySuccess } from "web-shared/ui/notify";
import { EmptyState } from "web-shared/ui/Scene";
import { RowActions, SchoolRowAction } from "../../ui/RowActions";
import { AllSessions } from "./AllSessions";
import { type ClassSession, type Course, type SessionSeries, useDeleteSeries } from "./api";
import { Exceptions } from "./Exceptions";
import { Hours } from "./Hours";
import { RuleEditor } from "./RuleEditor";
import styles from "./Sessions.module.css";
import { isPast, spanText, weekdayNames } from "./time";

interface PlanProps {
  course: Course;
  series: SessionSeries[];
  sessions: ClassSession[];
}

export function Plan({ course, series, sessions }: PlanProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<{ rule: SessionSeries | null } | null>(
    series.length + sessions.length === 0 ? { rule: null } : null,
  );
  const planned = sessions.filter(({ status }) => status === "PLANNED");
  const minutes = planned.reduce((sum, session) => sum + session.minutes, 0);
  const rules = (
    <Rules
      series={series.filter(({ id }) => id !== open?.rule?.id)}
      sessions={sessions}
      onOpen={open ? null : (rule) => setOpen({ rule })}
    />
  );
  const single = <Exceptions course={course} sessions={sessions} />;
  if (open) {
    return (
      <RuleEditor
        key={open.rule?.id ?? "new"}
        course={course}
        series={open.rule}
        planned={minutes}
        onDone={() => setOpen(null)}
        above={rules}
        below={single}
      />
    );
  }
  return (
    <div className={styles.layout}>
      <div>
        {rules}
        <section className={styles.section} aria-label={t("dashboard.timetable.dates.title")}>
          {sessions.length > 0 ? (
            <AllSessions sessions={sessions} />
          ) : (
            <EmptyState scene="tableau">{t("dashboard.timetable.none")}</EmptyState>
          )}
        </section>
        {single}
      </div>
      <div className={styles.side}>
        <Hours minutes={minutes} total={course.totalHours} />
      </div>
    </div>
  );
}

interface RulesProps {
  series: SessionSeries[];
  sessions: ClassSession[];
  /** Null: another one is being written. */
  onOpen: ((rule: SessionSeries | null) => void) | null;
}

function Rules({ series, sessions, onOpen }: RulesProps) {
  const { t } = useTranslation();
  const heading = useId();
  const [leaving, setLeaving] = useState<SessionSeries | null>(null);
  if (series.length === 0 && !onOpen) return null;
  return (
    <section className={styles.section} aria-labelledby={heading}>
      <div className={styles.head}>
        <h2 id={heading}>{t("dashboard.timetable.rules")}</h2>
        {onOpen && (
          <Button
            variant="light"
            size="sm"
            leftSection={<Icon name="plus-bold" size={16} />}
            onClick={() => onOpen(null)}
          >
            {t("dashboard.timetable.rule.add")}
          </Button>
        )}
      </div>
      {series.length === 0 && <p className="muted">{t("dashboard.timetable.noRules")}</p>}
      <ul className={styles.rules}>
        {series.map((rule) => (
          <li key={rule.id}>
            <div>
              <b>{titleOf(rule)}</b>
              <small>{factsOf(rule, t("dashboard.timetable.online"))}</small>
            </div>
            {onOpen && (
              <RowActions
                name={titleOf(rule)}
                main={
                  <Button
                    variant="subtle"
                    size="sm"
                    aria-label={t("dashboard.reference.editOne", { name: titleOf(rule) })}
                    onClick={() => onOpen(rule)}
                  >
                    {t("dashboard.reference.edit")}
                  </Button>
                }
              >
                <SchoolRowAction
                  icon="trash"
                  danger
                  label={t("dashboard.reference.deleteOne", { name: titleOf(rule) })}
                  text={t("dashboard.reference.delete")}
                  onClick={() => setLeaving(rule)}
                />
              </RowActions>
            )}
          </li>
        ))}
      </ul>
      {leaving && (
        <DeleteRule rule={leaving} sessions={sessions} onClose={() => setLeaving(null)} />
      )}
    </section>
  );
}

/** "lundi et jeudi, 18 h 30 – 20 h". */
const titleOf = (rule: SessionSeries) => `${weekdayNames(rule.weekdays)}, ${spanText(rule)}`;

function factsOf(rule: SessionSeries, online: string): string {
  const days = rule.lastDay ? dayRange(rule.firstDay, rule.lastDay) : `${rule.count} ×`;
  return [days, rule.roomName ?? online, rule.teacherName, rule.moduleName]
    .filter(Boolean)
    .join(" · ");
}

interface DeleteRuleProps {
  rule: SessionSeries;
  sessions: ClassSession[];
  onClose: () => void;
}

/** What goes with a rule, and what stays. */
function DeleteRule({ rule, sessions, onClose }: DeleteRuleProps) {
  const { t } = useTranslation();
  const { mutate, isPending, error } = useDeleteSeries();
  const own = sessions.filter(({ seriesId }) => seriesId === rule.id);
  const stays = (session: ClassSession) =>
    isPast(session) || session.byHand || session.status === "CANCELLED" || session.hasMarks;
  const kept = own.filter(stays).length;
  return (
    <Confirm
      title={t("dashboard.timetable.rule.deleteAsk")}
      action={t("dashboard.reference.delete")}
      busy={isPending}
      failed={t("dashboard.timetable.rule.deleteFailed")}
      error={error}
      onConfirm={() =>
        mutate(rule, {
          onSuccess: () => {
            notifySuccess(t("dashboard.timetable.rule.deleted"));
            onClose();
          },
        })
      }
      onClose={onClose}
    >
      <p>{titleOf(rule)}</p>
      <p>{t("dashboard.timetable.rule.goes", { count: own.length - kept })}</p>
      {kept > 0 && <p>{t("dashboard.timetable.rule.stays", { count: kept })}</p>}
    </Confirm>
  );
}
