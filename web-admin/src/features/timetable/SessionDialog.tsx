// A session alone: when, where, by whom, what its learners should know. What is in its way is named, with a room that is free.
import { Button, Checkbox, Select, Textarea, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { DayInput } from "web-shared/ui/DayInput";
import { Note } from "web-shared/ui/Scene";
import { FormDialog } from "../../ui/FormDialog";
import {
  type ClassSession,
  clashOf,
  courseQuery,
  coursesQuery,
  roomsQuery,
  sessionsQuery,
} from "./api";
import { HourFields } from "./HourFields";
import { Meanwhile } from "./Meanwhile";
import { Place } from "./RuleFields";
import styles from "./Sessions.module.css";
import { freeRooms, type SessionDraft } from "./session";
import { spanText, wholeDay } from "./time";
import { type SessionForm, useSession } from "./useSession";

interface SessionDialogProps {
  /** Null: a new one, beginning with these values. */
  session: ClassSession | null;
  start?: Partial<SessionDraft>;
  /** What is changed already, and not saved yet. */
  typed?: Partial<SessionDraft>;
  onClose: () => void;
}

const NOTHING = {};

export function SessionDialog({ session, start = NOTHING, typed, onClose }: SessionDialogProps) {
  const { t } = useTranslation();
  const form = useSession(session, { start, typed }, onClose);
  const { courseId } = form.draft;
  const course = useQuery({ ...courseQuery(courseId ?? 0), enabled: courseId !== null }).data;
  const clash = clashOf(form.error);
  return (
    <FormDialog
      title={
        session
          ? t("dashboard.timetable.session.title", { course: session.courseName })
          : t("dashboard.timetable.session.add")
      }
      action={t("profile.own.save")}
      unsaved={form.unsaved}
      busy={form.saving}
      failed={t("dashboard.timetable.session.failed")}
      error={clash || form.outside ? null : form.error}
      onSubmit={form.submit}
      onClose={onClose}
      question={form.conflict && <Meanwhile conflict={form.conflict} course={course} />}
    >
      {session && (
        <p className={styles.hint}>
          {wholeDay(session.date)}, {spanText(session)}
        </p>
      )}
      <div className={styles.pairs}>
        {!session && start.courseId === undefined && <CourseChoice form={form} />}
        <When form={form} />
        <Place form={form} course={course} />
        <TextInput
          className={styles.whole}
          type="url"
          label={t("fields.optional", { field: t("dashboard.timetable.fields.meetingUrl") })}
          description={t("dashboard.timetable.session.linkHint")}
          value={form.draft.meetingUrl}
          onChange={(event) => form.set({ meetingUrl: event.currentTarget.value })}
          error={form.problemAt("meetingUrl")}
        />
        <Textarea
          className={styles.whole}
          label={t("fields.optional", { field: t("dashboard.timetable.fields.note") })}
          minRows={2}
          maxLength={500}
          value={form.draft.note}
          onChange={(event) => form.set({ note: event.currentTarget.value })}
          error={form.problemAt("note")}
        />
      </div>
      <div role="alert">
        {clash && (
          <InTheWay form={form} clash={clash} session={session} capacity={course?.capacity} />
        )}
        {form.outside && (
          <Note tone="warning">
            <p>{t("dashboard.timetable.outsideOne")}</p>
            <Checkbox
              label={t("dashboard.timetable.extend")}
              checked={form.extending}
              onChange={(event) => form.setExtending(event.currentTarget.checked)}
            />
          </Note>
        )}
      </div>
    </FormDialog>
  );
}

function CourseChoice({ form }: { form: SessionForm }) {
  const { t } = useTranslation();
  const courses = useQuery(coursesQuery).data ?? [];
  return (
    <Select
      className={styles.whole}
      label={t("dashboard.timetable.fields.courseId")}
      placeholder={t("dashboard.courses.choose")}
      searchable
      nothingFoundMessage={t("fields.nothingFound")}
      allowDeselect={false}
      value={form.draft.courseId === null ? null : String(form.draft.courseId)}
      data={courses
        .filter(({ status }) => status !== "ARCHIVED")
        .map(({ id, name }) => ({ value: String(id), label: name }))}
      onChange={(value) => {
        const course = courses.find(({ id }) => String(id) === value);
        form.set({
          courseId: course?.id ?? null,
          moduleId: null,
          teacherId: course?.teacherId ?? null,
        });
      }}
      error={form.problemAt("courseId")}
    />
  );
}

const LONG_AGO = "2000-01-01";

function When({ form }: { form: SessionForm }) {
  const { t } = useTranslation();
  const { draft, set, problemAt } = form;
  return (
    <>
      <DayInput
        label={t("dashboard.timetable.fields.date")}
        value={draft.date}
        onChange={(date) => set({ date })}
        calendar={{ min: LONG_AGO, max: null }}
        error={problemAt("date")}
      />
      <HourFields form={form} />
    </>
  );
}

interface InTheWayProps {
  form: SessionForm;
  clash: NonNullable<ReturnType<typeof clashOf>>;
  session: ClassSession | null;
  capacity: number | null | undefined;
}

/** The other session and, when it is the room, one that is free at that time. */
function InTheWay({ form, clash: { code, session: other }, session, capacity }: InTheWayProps) {
  const { t } = useTranslation();
  const { date, startTime, minutes } = form.draft;
  const rooms = useQuery(roomsQuery).data ?? [];
  const ofDay = useQuery(sessionsQuery({ from: date, to: date })).data;
  const span = { startTime, minutes: Number(minutes) };
  const [free] =
    code === "room_taken" && ofDay
      ? freeRooms(rooms, ofDay, span, { but: session?.id, wanted: capacity })
      : [];
  return (
    <Note tone="danger">
      <p>
        <b>
          {t(`dashboard.timetable.clash.${code}`, {
            room: other.roomName ?? "",
            teacher: other.teacherName ?? "",
            day: wholeDay(other.date),
            span: spanText(other),
          })}{" "}
          {other.courseName}
        </b>
      </p>
      {free && (
        <Button
          variant="light"
          size="sm"
          onClick={() => {
            form.set({ roomId: free.id });
            form.clearProblems();
          }}
        >
          {t("dashboard.timetable.refusal.take", { room: free.name })}
        </Button>
      )}
    </Note>
  );
}
