// How far learners come in each module, and where they stop, course by course.
import { Accordion } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { number, percent } from "web-shared/format/format";
import { type Column, Table } from "../../ui/Table";
import type { ModuleFollowing } from "./api";
import { Bar } from "./Bar";
import { byCourse, type Change, type CourseFollowing, changeOf, pointsOf, share } from "./figures";
import { Section } from "./Section";
import styles from "./Stats.module.css";
import { Trend } from "./Trend";

export function Following({ modules }: { modules: ModuleFollowing[] }) {
  const { t } = useTranslation();
  const courses = byCourse(modules);
  return (
    <Section
      title={t("dashboard.stats.following.title")}
      hint={t("dashboard.stats.following.hint")}
      file={{
        name: "avancement",
        header: [
          t("dashboard.stats.expiring.course"),
          t("dashboard.stats.following.module"),
          t("dashboard.stats.following.opened"),
          t("dashboard.stats.following.median"),
          t("dashboard.stats.following.completed"),
          t("dashboard.stats.following.stopped"),
        ],
        lines: courses.flatMap((course) =>
          course.modules.map((module) => [
            course.name,
            module.title,
            module.opened,
            module.medianPercent,
            module.completed,
            module.stopped,
          ]),
        ),
      }}
    >
      {courses.length === 0 ? (
        <p className={styles.none}>{t("dashboard.stats.following.none")}</p>
      ) : (
        <Accordion multiple defaultValue={[String(courses[0]?.id)]}>
          {courses.map((course) => (
            <Accordion.Item key={course.id} value={String(course.id)}>
              <Accordion.Control>
                <span lang="fr">{course.name}</span>
                <small className={styles.learners}>
                  {t("dashboard.stats.following.learners", { count: course.learners })}
                </small>
              </Accordion.Control>
              <Accordion.Panel>
                <Modules course={course} />
              </Accordion.Panel>
            </Accordion.Item>
          ))}
        </Accordion>
      )}
    </Section>
  );
}

function Modules({ course }: { course: CourseFollowing }) {
  const { t } = useTranslation();
  const trend = (change: Change, before: string) => (
    <Trend short change={change} then={t("dashboard.stats.then", { value: before })} />
  );
  const trendOf = (name: "opened" | "completed" | "stopped", module: ModuleFollowing) =>
    trend(changeOf(module[name], module.before[name]), number(module.before[name]));
  const figure = (name: "completed" | "stopped"): Column<ModuleFollowing> => ({
    id: name,
    header: t(`dashboard.stats.following.${name}`),
    numeric: true,
    labelled: true,
    cell: ({ row: { original } }) => (
      <span className={styles.compared}>
        {number(original[name])} {trendOf(name, original)}
      </span>
    ),
  });
  const columns: Column<ModuleFollowing>[] = [
    {
      id: "module",
      place: "title",
      header: t("dashboard.stats.following.module"),
      cell: ({ row: { original } }) => <span lang="fr">{original.title}</span>,
    },
    {
      id: "opened",
      labelled: true,
      header: t("dashboard.stats.following.opened"),
      cell: ({ row: { original } }) => (
        <div className={styles.opened}>
          <Bar percent={share(original.opened, course.learners)} />
          <span>{number(original.opened)}</span>
          {trendOf("opened", original)}
        </div>
      ),
    },
    {
      id: "median",
      labelled: true,
      header: t("dashboard.stats.following.median"),
      numeric: true,
      cell: ({ row: { original } }) => (
        <span className={styles.compared}>
          {median(original)}{" "}
          {trend(
            pointsOf(original.medianPercent, original.before.medianPercent),
            median(original.before),
          )}
        </span>
      ),
    },
    figure("completed"),
    figure("stopped"),
  ];
  return (
    <Table
      caption={course.name}
      columns={columns}
      rows={course.modules}
      keyOf={({ id }) => id}
      error={null}
      onRetry={() => {}}
      empty={null}
    />
  );
}

function median({ medianPercent }: Pick<ModuleFollowing, "medianPercent">): string {
  return medianPercent == null ? "—" : percent(medianPercent);
}
