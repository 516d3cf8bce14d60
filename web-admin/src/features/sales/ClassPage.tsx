// The class of a course: to read, to print with a column to tick, or as a file. An editor sees names only.
import { Button, Switch } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { isMissing } from "web-shared/api/problem";
import { useSession } from "web-shared/api/session";
import { dayRange } from "web-shared/format/format";
import { townOf, useSchool } from "web-shared/school";
import { Icon } from "web-shared/ui/Icon";
import { FailedState, Note, Waiting } from "web-shared/ui/Scene";
import { ClassAttendanceExport } from "../../ui/AttendanceExport";
import { DashboardPage } from "../../ui/DashboardPage";
import { ExportButton } from "../../ui/ExportButton";
import { Missed } from "../../ui/Missed";
import { Table } from "../../ui/Table";
import { type Class, classQuery } from "./api";
import styles from "./Class.module.css";
import { useClassColumns, useClassFile } from "./classColumns";
import { Holds } from "./Holds";

export function ClassPage() {
  const { t } = useTranslation();
  const id = Number(useParams().id);
  const { data, error, refetch } = useQuery(classQuery(id));
  return (
    <DashboardPage
      title={data?.course.name ?? t("dashboard.learners.title")}
      back={
        <Link to="/course/list">
          <Icon name="arrow-left" size={18} />
          {t("dashboard.learners.courses")}
        </Link>
      }
      lead={t("dashboard.learners.title")}
    >
      {data ? (
        <Present shown={data} />
      ) : error ? (
        isMissing(error) ? (
          <Note>{t("dashboard.learners.noCourse")}</Note>
        ) : (
          <FailedState error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <Waiting />
      )}
    </DashboardPage>
  );
}

function Present({ shown }: { shown: Class }) {
  const { t } = useTranslation();
  const whole = useSession()?.user.role === "ADMIN";
  const school = useSchool();
  const [presence, setPresence] = useState(true);
  const { course, learners, holds } = shown;
  return (
    <div className={styles.sheet} data-presence={presence || undefined}>
      <p className={styles.school}>
        {[school.name, school.street, townOf(school)].filter(Boolean).join(" · ")}
      </p>
      <Facts course={course} />
      <div className={styles.tools}>
        <Button leftSection={<Icon name="file-pdf" />} onClick={() => window.print()}>
          {t("dashboard.learners.print")}
        </Button>
        <ExportButton
          name={`eleves-${course.id}`}
          columns={useClassFile(whole)}
          load={() => Promise.resolve({ items: learners, total: learners.length })}
        />
        {whole && <ClassAttendanceExport courseId={course.id} />}
        <Button
          variant="outline"
          component={Link}
          to={`/course/${course.id}/messages`}
          leftSection={<Icon name="envelope-simple" />}
        >
          {t("dashboard.learners.write")}
        </Button>
        <Switch
          label={t("dashboard.learners.presence")}
          checked={presence}
          onChange={(event) => setPresence(event.currentTarget.checked)}
        />
      </div>
      <Table
        caption={t("dashboard.learners.title")}
        columns={useClassColumns({ course, whole, presence })}
        rows={learners}
        keyOf={({ subscriptionId }) => subscriptionId}
        error={null}
        onRetry={() => {}}
        empty={t("dashboard.learners.none")}
      />
      <Holds holds={holds} whole={whole} />
      <Missed course={course.id} />
    </div>
  );
}

function Facts({ course }: Pick<{ course: Class["course"] }, "course">) {
  const { t } = useTranslation();
  const { startDate, endDate, location, schedule, teacherName, capacity, seatsTaken } = course;
  const facts = {
    dates: dayRange(startDate, endDate, "long"),
    schedule,
    place: location ?? t(`dashboard.courses.types.${course.type}`),
    teacher: teacherName,
    seats:
      typeof capacity === "number"
        ? t("dashboard.learners.seatsOf", { taken: seatsTaken, capacity })
        : t("dashboard.learners.seatsTaken", { count: seatsTaken }),
  };
  return (
    <dl className={styles.facts}>
      {Object.entries(facts).map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>{t(`dashboard.learners.facts.${name as "dates"}`)}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
