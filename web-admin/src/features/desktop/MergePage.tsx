// Two versions of one thing: what was written here, and what somebody else saved meanwhile. Part by part one of them stays,
// both do, or something new is written; nothing is lost, for what does not stay goes into the history.
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { isMissing } from "web-shared/api/problem";
import { moment } from "web-shared/format/format";
import { errorText } from "web-shared/i18n/errors";
import { LeaveGuard } from "web-shared/ui/LeaveGuard";
import { FailedState, Note, Waiting } from "web-shared/ui/Scene";
import type { Conflict } from "../../platform/local";
import { DashboardPage } from "../../ui/DashboardPage";
import { conflictQuery, namesQuery, useResolve } from "./api";
import { isCompared } from "./comparing";
import { Decided } from "./Decided";
import styles from "./Merge.module.css";
import { choicesOf, type Decisions, partsOf } from "./merging";
import { Part } from "./Part";
import { thingOf } from "./things";

export function MergePage() {
  const { operation = "" } = useParams();
  return <Merging key={operation} operation={operation} />;
}

function Merging({ operation }: { operation: string }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(conflictQuery(operation));
  // What was chosen is still seen when the conflict is gone.
  const [seen, setSeen] = useState(data);
  if (data && data !== seen) setSeen(data);
  const [decided, setDecided] = useState(false);
  return (
    <DashboardPage
      title={seen ? seen.title || thingOf(seen.kind, "") : t("dashboard.desktop.merge.title")}
      lead={seen && !decided && <Lead conflict={seen} />}
    >
      {decided ? (
        <Decided operation={operation} onUndone={() => setDecided(false)} />
      ) : seen ? (
        <Choosing conflict={seen} onDecided={() => setDecided(true)} />
      ) : error ? (
        <FailedState
          error={error}
          {...(isMissing(error)
            ? { what: t("dashboard.desktop.merge.gone") }
            : { onRetry: () => void refetch() })}
        />
      ) : (
        <Waiting />
      )}
    </DashboardPage>
  );
}

/** Who did what, and when. */
function Lead({ conflict: { kind, by, deleted } }: { conflict: Conflict }) {
  const { t } = useTranslation();
  const name = by?.name ?? t("dashboard.desktop.merge.somebody");
  const deed = deleted === "theirs" ? "deletedBy" : "changedBy";
  return (
    <>
      {t(`dashboard.desktop.merge.${deed}`, { thing: thingOf(kind, ""), name })}
      {by && ` (${moment(by.at)})`}
      {". "}
      {t(`dashboard.desktop.merge.${deleted ? "chooseWhether" : "choose"}`)}
    </>
  );
}

function Choosing({ conflict, onDecided }: { conflict: Conflict; onDecided: () => void }) {
  const { t } = useTranslation();
  const names = useQuery(namesQuery).data;
  const [decisions, setDecisions] = useState<Decisions>({});
  const { mutate, isPending, isSuccess, error } = useResolve();
  const parts = partsOf(conflict);
  const choices = choicesOf(parts, decisions);
  const open = parts.filter(({ path }) => !decisions[path]).length;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (choices && !isPending) mutate({ id: conflict.id, choices }, { onSuccess: onDecided });
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {parts.some(isCompared) && (
        <p className={styles.legend}>
          <ins>{t("dashboard.desktop.merge.legend.added")}</ins>
          {" · "}
          <del>{t("dashboard.desktop.merge.legend.takenOut")}</del>
        </p>
      )}
      {parts.map((part) => (
        <Part
          key={part.path}
          part={part}
          conflict={conflict}
          names={names}
          decision={decisions[part.path]}
          onDecide={(decision) => setDecisions({ ...decisions, [part.path]: decision })}
        />
      ))}
      {parts.length === 0 && <Note>{t("dashboard.desktop.merge.together")}</Note>}
      <div className={styles.foot}>
        <div role="alert">{error && <Note tone="danger">{errorText(error)}</Note>}</div>
        <p role="status">
          {open > 0
            ? t("dashboard.desktop.merge.open", { count: open })
            : t("dashboard.desktop.merge.ready")}
        </p>
        <Button type="submit" loading={isPending} disabled={!choices}>
          {t("dashboard.desktop.merge.confirm")}
        </Button>
      </div>
      <LeaveGuard unsaved={Object.keys(decisions).length > 0 && !isSuccess} />
    </form>
  );
}
