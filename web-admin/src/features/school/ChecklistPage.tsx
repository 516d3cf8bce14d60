// What the school lacks before it opens to the public, and where each thing is seen to.
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Icon } from "web-shared/ui/Icon";
import { FailedState, Note, Waiting } from "web-shared/ui/Scene";
import { type Check, checklistQuery, PLACES } from "../../ui/checklist";
import { DashboardPage } from "../../ui/DashboardPage";
import styles from "./School.module.css";

export function ChecklistPage() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(checklistQuery);
  return (
    <DashboardPage title={t("dashboard.opening.title")} lead={t("dashboard.opening.lead")}>
      {data ? (
        <Checklist checks={data} />
      ) : error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : (
        <Waiting />
      )}
    </DashboardPage>
  );
}

function Checklist({ checks }: { checks: Check[] }) {
  const { t } = useTranslation();
  const done = checks.filter((check) => check.done);
  return (
    <>
      {done.length === checks.length ? (
        <Note tone="success">{t("dashboard.opening.ready")}</Note>
      ) : (
        <p className={styles.progress}>
          {t("dashboard.opening.progress", { count: done.length, all: checks.length })}
        </p>
      )}
      <ul className={styles.checks}>
        {[...checks.filter((check) => !check.done), ...done].map((check) => (
          <Line key={check.item} check={check} />
        ))}
      </ul>
    </>
  );
}

function Line({ check: { item, done, where } }: { check: Check }) {
  const { t } = useTranslation();
  const place = PLACES[where];
  const name = t(`dashboard.opening.items.${item}.name`);
  return (
    <li data-done={done || undefined}>
      <Icon name={done ? "check-circle-fill" : "warning-circle-fill"} size={24} />
      <div>
        <b>{name}</b>
        <span className="hidden"> {t(`dashboard.opening.${done ? "done" : "missing"}`)}</span>
        {!done && <p>{t(`dashboard.opening.items.${item}.what`)}</p>}
      </div>
      {!done && place && (
        <Link to={place}>
          {t("dashboard.opening.see")}
          <span className="hidden"> : {name}</span>
        </Link>
      )}
    </li>
  );
}
