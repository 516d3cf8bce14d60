// One rule being written: its fields, every date it makes, and at the side what it costs in hours and what saving does.
import { Button, Checkbox } from "@mantine/core";
import { type ReactNode, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "web-shared/api/problem";
import { day } from "web-shared/format/format";
import { errorText } from "web-shared/i18n/errors";
import { Confirm } from "web-shared/ui/Confirm";
import { Icon } from "web-shared/ui/Icon";
import { LeaveGuard } from "web-shared/ui/LeaveGuard";
import { FailedState, Note, Waiting } from "web-shared/ui/Scene";
import { DraftFound } from "../../ui/DraftFound";
import { DraftKept } from "../../ui/DraftKept";
import { SchoolButton } from "../../ui/SchoolOnly";
import type { Course, SessionSeries } from "./api";
import { Dates } from "./Dates";
import { Hours } from "./Hours";
import { Meanwhile } from "./Meanwhile";
import { Outcome } from "./Outcome";
import { outcomeOf } from "./preview";
import { RuleFields } from "./RuleFields";
import styles from "./Sessions.module.css";
import { useRule } from "./useRule";

interface RuleEditorProps {
  course: Course;
  series: SessionSeries | null;
  /** The minutes that are planned as long as nothing is saved. */
  planned: number;
  onDone: () => void;
  /** The other rules, above; single sessions, below. */
  above: ReactNode;
  below: ReactNode;
}

export function RuleEditor({ course, series, planned, onDone, above, below }: RuleEditorProps) {
  const { t } = useTranslation();
  const form = useRule(course, series, onDone);
  const heading = useId();
  const { preview } = form;
  const minutes = preview.data ? Math.round(preview.data.courseHours * 60) : planned;
  return (
    <form
      ref={form.fields}
      className={styles.layout}
      aria-labelledby={heading}
      noValidate
      onSubmit={form.submit}
    >
      <div>
        {above}
        <section className={styles.section}>
          <h2 id={heading}>
            {t(series ? "dashboard.timetable.rule.change" : "dashboard.timetable.rule.add")}
          </h2>
          <DraftFound draft={form.local} />
          <RuleFields form={form} course={course} />
          <PreviewOf form={form} course={course} />
        </section>
        {below}
      </div>
      <div className={styles.side}>
        <Hours minutes={minutes} total={course.totalHours} />
        {preview.data && <Outcome preview={preview.data} course={course} />}
        <Buttons form={form} onDone={onDone} />
      </div>
      <LeaveGuard {...form.guard} />
      {form.conflict && <Meanwhile conflict={form.conflict} course={course} />}
    </form>
  );
}

type Form = ReturnType<typeof useRule>;

function PreviewOf({ form, course }: { form: Form; course: Course }) {
  const { t } = useTranslation();
  const { data, error, complete, current, refetch } = form.preview;
  if (!complete) return <p className={styles.hint}>{t("dashboard.timetable.rule.incomplete")}</p>;
  if (error && !data) {
    return (
      <FailedState
        error={error}
        what={t("dashboard.timetable.dates.failed")}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) return <Waiting />;
  return (
    <div aria-busy={!current} className={styles.preview}>
      {data.outsideCourse && <Extend form={form} course={course} />}
      <Dates preview={data} />
    </div>
  );
}

/** Dates outside of the course: it may be extended with them. */
function Extend({ form, course }: { form: Form; course: Course }) {
  const { t } = useTranslation();
  const { startDate, endDate } = course;
  const [asked, set] = [form.draft.extendCourse, form.set];
  return (
    <Note tone="warning">
      <p>{t("dashboard.timetable.outside", { start: day(startDate), end: day(endDate) })}</p>
      <Checkbox
        label={t("dashboard.timetable.extend")}
        checked={asked}
        onChange={(event) => set({ extendCourse: event.currentTarget.checked })}
      />
    </Note>
  );
}

/** Saving waits until rooms and teachers are free and every date lies within the course. */
function obstacleOf({ preview, draft }: Form): "clash" | "outside" | null {
  if (!preview.data || !preview.current) return null;
  if (outcomeOf(preview.data.dates).clashes > 0) return "clash";
  return preview.data.outsideCourse && !draft.extendCourse ? "outside" : null;
}

function Buttons({ form, onDone }: { form: Form; onDone: () => void }) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const reason = useId();
  const obstacle = obstacleOf(form);
  const { error, unsaved } = form;
  const named = error instanceof ApiError && error.problem.fields;
  return (
    <>
      <div role="alert">
        {error && !named && (
          <Note tone="danger">
            {t("dashboard.timetable.rule.failed")} {errorText(error)}
          </Note>
        )}
      </div>
      {obstacle && (
        <p id={reason} className={styles.obstacle}>
          <Icon name="warning" />
          {t(`dashboard.timetable.rule.obstacle.${obstacle}`)}
        </p>
      )}
      <div className={styles.buttons}>
        <Button variant="outline" onClick={() => (unsaved ? setAsking(true) : onDone())}>
          {t("profile.cancel")}
        </Button>
        <SchoolButton
          type="submit"
          loading={form.saving}
          disabled={obstacle !== null}
          {...(obstacle && { "aria-describedby": reason })}
        >
          {t("profile.own.save")}
        </SchoolButton>
      </div>
      <DraftKept draft={form.local} />
      {asking && (
        <Confirm
          title={t("dashboard.reference.discard")}
          action={t("dashboard.reference.discardAction")}
          busy={false}
          error={null}
          onConfirm={() => {
            form.local.forget();
            onDone();
          }}
          onClose={() => setAsking(false)}
        >
          <p>{t("dashboard.reference.discardText")}</p>
        </Confirm>
      )}
    </>
  );
}
