// What was written here and the school does not have yet: where it stands, and what can be done about it.
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { errorText } from "web-shared/i18n/errors";
import { notifyFailure } from "web-shared/ui/notify";
import { FailedState, Note, Waiting } from "web-shared/ui/Scene";
import { theApp } from "../../platform/platform";
import { stateQuery } from "../../platform/state";
import { operationsQuery, useRetryAll } from "./api";
import { OperationItem } from "./OperationItem";
import styles from "./Panel.module.css";
import { problemText } from "./problems";
import { SaveFileButton } from "./SaveFileButton";

export function Operations() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(operationsQuery);
  if (!data && error) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  if (data.length === 0) return <p className={styles.none}>{t("dashboard.desktop.queue.empty")}</p>;
  return (
    <>
      <Denied />
      <div className={styles.above}>
        <p className="muted">{t("dashboard.desktop.queue.count", { count: data.length })}</p>
        {data.some(({ state }) => state === "failed") && <RetryAll />}
        <Export />
      </div>
      <ul className={styles.list} aria-label={t("dashboard.desktop.panel.tabs.waiting")}>
        {data.map((operation) => (
          <OperationItem key={operation.id} operation={operation} />
        ))}
      </ul>
    </>
  );
}

/** Why nothing goes though the school is there: one notice for all that waits. */
function Denied() {
  const { t } = useTranslation();
  const denied = useQuery(stateQuery).data?.denied;
  if (!denied) return null;
  return (
    <Note tone="warning">
      <p>
        <strong>{t("dashboard.desktop.queue.denied")}</strong>
      </p>
      <p>{problemText(denied)}</p>
      <p>{t("dashboard.desktop.queue.deniedWhat")}</p>
      <RetryAll />
    </Note>
  );
}

function RetryAll() {
  const { t } = useTranslation();
  const retry = useRetryAll();
  return (
    <Button
      variant="light"
      size="sm"
      loading={retry.isPending}
      onClick={() =>
        retry.mutate(undefined, { onError: (error) => notifyFailure(errorText(error)) })
      }
    >
      {t("dashboard.desktop.queue.retryAll")}
    </Button>
  );
}

/** All of it as a file: whatever happens, it can be read. */
function Export() {
  const { t } = useTranslation();
  return (
    <SaveFileButton
      label={t("dashboard.desktop.queue.export")}
      name={`${t("dashboard.desktop.queue.file")}.json`}
      read={() => theApp().exported()}
    />
  );
}
