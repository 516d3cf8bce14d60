// What can be done with a course of the list: the usual ones at hand, the rest in a menu.
import { ActionIcon, Button, Menu, Tooltip } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { type Course, courseAddress } from "web-shared/api/courses";
import { useSession } from "web-shared/api/session";
import { errorText } from "web-shared/i18n/errors";
import { Icon } from "web-shared/ui/Icon";
import { notifyFailure, notifySuccess } from "web-shared/ui/notify";
import { type CourseStep, useCourseStep } from "../../ui/publishing";
import { useDuplicate } from "./api";
import styles from "./Courses.module.css";
import type { Asked } from "./CoursesPage";

interface ActionsProps {
  course: Course;
  onAsk: (asked: Asked) => void;
}

/** The step that is offered first in each state. */
const NEXT: Record<Course["status"], CourseStep> = {
  DRAFT: "publish",
  PUBLISHED: "unpublish",
  ARCHIVED: "unpublish",
};

export function CourseActions({ course, onAsk }: ActionsProps) {
  const { t } = useTranslation();
  const { id, name, status } = course;
  const [take, busy] = useSteps(course, onAsk);
  return (
    <div className={styles.actions}>
      <Button
        variant={status === "DRAFT" ? "filled" : "subtle"}
        size="sm"
        loading={busy}
        aria-label={t(`dashboard.courses.nextOf.${status}`, { name })}
        onClick={() => take(NEXT[status])}
      >
        {t(`dashboard.courses.next.${status}`)}
      </Button>
      <Sign to={`/course/modules/${id}`} icon="stack" label={t("dashboard.courses.modulesOf")} />
      <Sign
        to={`/course/${id}/learners`}
        icon="users"
        label={t("dashboard.learners.of", { name })}
      />
      <Sign
        to={`/course/edit/${id}`}
        icon="pencil-simple"
        label={t("dashboard.courses.editOf", { name })}
      />
      <Tooltip label={t("dashboard.courses.delete")}>
        <ActionIcon
          size={40}
          color="red"
          aria-label={t("dashboard.courses.deleteOf", { name })}
          onClick={() => onAsk({ about: "delete", course })}
        >
          <Icon name="trash" />
        </ActionIcon>
      </Tooltip>
      <More course={course} onArchive={() => take("archive")} onAsk={onAsk} />
    </div>
  );
}

function Sign({ to, icon, label }: { to: string; icon: string; label: string }) {
  return (
    <Tooltip label={label}>
      <ActionIcon component={Link} to={to} size={40} aria-label={label}>
        <Icon name={icon} />
      </ActionIcon>
    </Tooltip>
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

interface MoreProps extends ActionsProps {
  onArchive: () => void;
}

function More({ course, onArchive, onAsk }: MoreProps): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { mutateAsync, isPending } = useDuplicate();
  const admin = useSession()?.user.role === "ADMIN";
  const { id, name, status } = course;
  const duplicate = () =>
    void mutateAsync(id).then(
      (copy) => {
        notifySuccess(t("dashboard.courses.duplicated", { name: copy.name }));
        void navigate(`/course/edit/${copy.id}`);
      },
      (error: Error) => notifyFailure(errorText(error)),
    );
  return (
    <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon
          size={40}
          loading={isPending}
          aria-label={t("dashboard.courses.moreOf", { name })}
        >
          <Icon name="dots-three-bold" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {status === "PUBLISHED" ? (
          <Menu.Item
            component="a"
            href={courseAddress(course)}
            target="_blank"
            leftSection={<Icon name="arrow-square-out" />}
          >
            {t("dashboard.courses.see")}
          </Menu.Item>
        ) : (
          <Menu.Item
            leftSection={<Icon name="eye" />}
            onClick={() => onAsk({ about: "preview", course })}
          >
            {t("dashboard.courses.preview")}
          </Menu.Item>
        )}
        <Menu.Item
          component={Link}
          to={`/course/${id}/learners`}
          leftSection={<Icon name="users-three" />}
        >
          {t("dashboard.learners.title")}
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="copy" />} onClick={duplicate}>
          {t("dashboard.courses.duplicate")}
        </Menu.Item>
        {status !== "ARCHIVED" && (
          <Menu.Item leftSection={<Icon name="archive" />} onClick={onArchive}>
            {t("dashboard.courses.archive")}
          </Menu.Item>
        )}
        {admin && status !== "ARCHIVED" && (
          <Menu.Item
            component={Link}
            to={`/course/${id}/cancel`}
            color="red"
            leftSection={<Icon name="x-bold" />}
          >
            {t("dashboard.courses.cancel.open")}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
