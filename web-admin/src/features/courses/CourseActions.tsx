// What can be done with a course of the list: what it waits for at hand, the rest in a menu.
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { type Course, courseAddress } from "web-shared/api/courses";
import { useSession } from "web-shared/api/session";
import { errorText } from "web-shared/i18n/errors";
import { notifyFailure, notifySuccess } from "web-shared/ui/notify";
import { type CourseStep, useCourseStep } from "../../ui/publishing";
import { RowAction, RowActions, RowLink, SchoolRowAction } from "../../ui/RowActions";
import { SchoolButton } from "../../ui/SchoolOnly";
import { useDuplicate } from "./api";
import type { Asked } from "./CoursesPage";

interface ActionsProps {
  course: Course;
  onAsk: (asked: Asked) => void;
}

export function CourseActions({ course, onAsk }: ActionsProps) {
  const { t } = useTranslation();
  const [take, busy] = useSteps(course, onAsk);
  const [duplicate, copying] = useCopy(course);
  const admin = useSession()?.user.role === "ADMIN";
  const { id, name, status } = course;
  return (
    <RowActions
      name={name}
      main={<Main course={course} busy={busy} onStep={take} />}
      busy={copying}
    >
      {status !== "PUBLISHED" && (
        <RowLink
          icon="pencil-simple"
          label={t("dashboard.courses.editOf", { name })}
          text={t("dashboard.courses.edit")}
          to={`/course/edit/${id}`}
        />
      )}
      <RowLink
        icon="stack"
        label={t("dashboard.courses.modulesOf")}
        text={t("dashboard.courses.modules")}
        to={`/course/modules/${id}`}
      />
      <RowLink
        icon="calendar-dots"
        label={t("dashboard.timetable.sessionsOf", { name })}
        text={t("dashboard.timetable.sessions")}
        to={`/course/sessions/${id}`}
      />
      <RowLink
        icon="hourglass-medium"
        label={t("dashboard.nav.places")}
        text={t("dashboard.nav.places")}
        to={`/course/${id}/places`}
      />
      <RowLink
        icon="users-three"
        label={t("dashboard.learners.title")}
        text={t("dashboard.learners.title")}
        to={`/course/${id}/learners`}
      />
      {status === "PUBLISHED" ? (
        <RowLink
          icon="arrow-square-out"
          label={t("dashboard.courses.see")}
          text={t("dashboard.courses.see")}
          to={courseAddress(course)}
          outside
          newTab
        />
      ) : (
        <RowAction
          icon="eye"
          label={t("dashboard.courses.preview")}
          text={t("dashboard.courses.preview")}
          onClick={() => onAsk({ about: "preview", course })}
        />
      )}
      <SchoolRowAction
        icon="copy"
        label={t("dashboard.courses.duplicate")}
        text={t("dashboard.courses.duplicate")}
        onClick={duplicate}
      />
      {status === "PUBLISHED" && (
        <SchoolRowAction
          icon="eye-slash"
          label={t("dashboard.courses.nextOf.PUBLISHED", { name })}
          text={t("dashboard.courses.next.PUBLISHED")}
          onClick={() => take("unpublish")}
        />
      )}
      {status !== "ARCHIVED" && (
        <SchoolRowAction
          icon="archive"
          label={t("dashboard.courses.archive")}
          text={t("dashboard.courses.archive")}
          onClick={() => take("archive")}
        />
      )}
      {admin && status !== "ARCHIVED" && (
        <RowLink
          icon="x-bold"
          danger
          label={t("dashboard.courses.cancel.open")}
          text={t("dashboard.courses.cancel.open")}
          to={`/course/${id}/cancel`}
        />
      )}
      <RowAction
        icon="trash"
        danger
        label={t("dashboard.courses.deleteOf", { name })}
        text={t("dashboard.courses.delete")}
        onClick={() => onAsk({ about: "delete", course })}
      />
    </RowActions>
  );
}

interface MainProps {
  course: Course;
  busy: boolean;
  onStep: (step: CourseStep) => void;
}

/** What the course waits for: a draft to be published, an archived one to come back; else it is changed. */
function Main({ course: { id, name, status }, busy, onStep }: MainProps) {
  const { t } = useTranslation();
  if (status === "PUBLISHED") {
    return (
      <Button
        component={Link}
        to={`/course/edit/${id}`}
        variant="subtle"
        size="sm"
        loading={busy}
        aria-label={t("dashboard.courses.editOf", { name })}
      >
        {t("dashboard.courses.edit")}
      </Button>
    );
  }
  return (
    <SchoolButton
      variant={status === "DRAFT" ? "light" : "subtle"}
      size="sm"
      loading={busy}
      aria-label={t(`dashboard.courses.nextOf.${status}`, { name })}
      onClick={() => onStep(status === "DRAFT" ? "publish" : "unpublish")}
    >
      {t(`dashboard.courses.next.${status}`)}
    </SchoolButton>
  );
}

function useSteps(course: Course, onAsk: ActionsProps["onAsk"]) {
  const { step, publish, busy } = useCourseStep((unready) =>
    onAsk({ about: "unready", course, unready }),
  );
  const take = (to: CourseStep) =>
    void (to === "publish" ? publish(course, course.status) : step(course, course.status, to));
  return [take, busy] as const;
}

/** Copies the course and opens the copy. */
function useCopy({ id }: Course) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { mutateAsync, isPending } = useDuplicate();
  const duplicate = () =>
    void mutateAsync(id).then(
      (copy) => {
        notifySuccess(t("dashboard.courses.duplicated", { name: copy.name }));
        void navigate(`/course/edit/${copy.id}`);
      },
      (error: Error) => notifyFailure(errorText(error)),
    );
  return [duplicate, isPending] as const;
}
