// What is on this computer without the school: the courses with their parts, questions and pictures; and what is not.
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { moment, number } from "web-shared/format/format";
import { errorText } from "web-shared/i18n/errors";
import { Icon } from "web-shared/ui/Icon";
import { notifyFailure } from "web-shared/ui/notify";
import { FailedState, Waiting } from "web-shared/ui/Scene";
import type { OfflineCourse, State, Offline as There } from "../../platform/local";
import { SchoolButton } from "../../ui/SchoolOnly";
import { offlineQuery, useSync } from "./api";
import styles from "./Panel.module.css";

export function Offline({ state }: { state: State }) {
  const { data, error, refetch } = useQuery(offlineQuery);
  if (!data && error) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  return (
    <div className={styles.there}>
      <Copied state={state} />
      <Courses courses={data.courses} />
      <Others there={data} />
      <Missing />
    </div>
  );
}

function Copied({ state: { copied, lastSync, syncing } }: { state: State }) {
  const { t } = useTranslation();
  const sync = useSync();
  return (
    <div className={styles.above}>
      <p>
        {copied && lastSync
          ? t("dashboard.desktop.offline.copied", { moment: moment(lastSync) })
          : t("dashboard.desktop.offline.nothing")}
      </p>
      <SchoolButton
        variant="light"
        size="sm"
        leftSection={<Icon name="arrow-clockwise" />}
        loading={sync.isPending || syncing}
        onClick={() =>
          sync.mutate(undefined, { onError: (error) => notifyFailure(errorText(error)) })
        }
      >
        {t("dashboard.desktop.offline.refresh")}
      </SchoolButton>
    </div>
  );
}

function Courses({ courses }: { courses: OfflineCourse[] }) {
  const { t } = useTranslation();
  const heading = useId();
  if (courses.length === 0) return null;
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading}>{t("dashboard.desktop.offline.courses", { count: courses.length })}</h3>
      <ul className={styles.list}>
        {courses.map(({ id, name, modules, chapters, lessons }) => (
          <li key={id} className={styles.item}>
            <Link to={`/course/modules/${id}`} lang="fr">
              {name}
            </Link>
            <span className={styles.facts}>
              {t("dashboard.desktop.offline.modules", { count: modules })} ·{" "}
              {t("dashboard.desktop.offline.chapters", { count: chapters })} ·{" "}
              {t("dashboard.desktop.offline.lessons", { count: lessons })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const MEGABYTE = 1_000_000; // bytes

function Others({ there: { sessions, testQuestions, faq, pictures } }: { there: There }) {
  const { t } = useTranslation();
  const heading = useId();
  const size = number(pictures.bytes / MEGABYTE, 1);
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading}>{t("dashboard.desktop.offline.others")}</h3>
      <ul className={styles.plain}>
        <li>{t("dashboard.desktop.offline.sessions", { count: sessions })}</li>
        <li>{t("dashboard.desktop.offline.testQuestions", { count: testQuestions })}</li>
        <li>{t("dashboard.desktop.offline.faq", { count: faq })}</li>
        <li>{t("dashboard.desktop.offline.pictures", { count: pictures.count, size })}</li>
      </ul>
    </section>
  );
}

const NOT_HERE = [
  "pictures",
  "films",
  "papers",
  "planning",
  "roll",
  "stats",
  "people",
  "sales",
  "messages",
] as const;

function Missing() {
  const { t } = useTranslation();
  const heading = useId();
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading}>{t("dashboard.desktop.offline.missing.title")}</h3>
      <ul className={styles.plain}>
        {NOT_HERE.map((what) => (
          <li key={what}>{t(`dashboard.desktop.offline.missing.${what}`)}</li>
        ))}
      </ul>
    </section>
  );
}
