// One change that waits.
import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { moment } from "web-shared/format/format";
import { fieldText } from "web-shared/i18n/errors";
import { Confirm } from "web-shared/ui/Confirm";
import { notifySuccess } from "web-shared/ui/notify";
import { Tag, type Tone } from "web-shared/ui/Tag";
import type { Operation } from "../../platform/local";
import { useDiscard, useRetry } from "./api";
import styles from "./Panel.module.css";
import { mergeAddress } from "./places";
import { problemText } from "./problems";
import { labelOf, thingOf } from "./things";

const TONES: Record<Operation["state"], Tone> = {
  waiting: "neutral",
  sending: "accent",
  failed: "danger",
  conflict: "warning",
};

export function OperationItem({ operation }: { operation: Operation }) {
  const { t } = useTranslation();
  const { kind, action, title, under, state, writtenAt, problem, attempts, notBefore, file } =
    operation;
  return (
    <li className={styles.item}>
      <div className={styles.above}>
        <Tag tone={TONES[state]}>{t(`dashboard.desktop.queue.states.${state}`)}</Tag>
        <span className={styles.facts}>{moment(writtenAt)}</span>
      </div>
      <h3 lang="fr">
        {t(`dashboard.desktop.queue.actions.${action}`, { thing: thingOf(kind, title) })}
      </h3>
      {under && <p className={styles.facts}>{t("dashboard.desktop.queue.under", { under })}</p>}
      {problem && (
        <div className={styles.fault}>
          <p>{problemText(problem)}</p>
          <ul>
            {problem.fields?.map((field) => (
              <li key={`${field.name} ${field.code}`}>
                {labelOf(field.name, operation.payload)}
                {"\u00a0: "}
                {fieldText(field)}
              </li>
            ))}
          </ul>
        </div>
      )}
      {state === "waiting" && file && (
        <p className={styles.facts}>{t("dashboard.desktop.queue.fileFirst", { name: file })}</p>
      )}
      {state === "waiting" && attempts > 0 && notBefore && (
        <p className={styles.facts}>
          {t("dashboard.desktop.queue.again", { count: attempts, moment: moment(notBefore) })}
        </p>
      )}
      <Buttons operation={operation} />
    </li>
  );
}

/** What may have arrived is given up in other words. */
const DISCARD = { action: "discard", ask: "discardAsk", what: "discardWhat" } as const;
const ABANDON = { action: "abandon", ask: "abandonAsk", what: "abandonWhat" } as const;

function Buttons({ operation }: { operation: Operation }) {
  const { id, kind, title, state, place, abandonable, dependents } = operation;
  const words = abandonable ? ABANDON : DISCARD;
  const { t } = useTranslation();
  const [asked, setAsked] = useState(false);
  const retry = useRetry();
  const discard = useDiscard();
  return (
    <div className={styles.buttons}>
      {state === "conflict" && (
        <Button component={Link} to={mergeAddress(id)} size="sm">
          {t("dashboard.desktop.banner.compare")}
        </Button>
      )}
      {state !== "conflict" && state !== "sending" && (
        <Button
          variant="light"
          size="sm"
          loading={retry.isPending}
          onClick={() => retry.mutate(id)}
        >
          {t("common.retry")}
        </Button>
      )}
      {place && state !== "conflict" && (
        <Button component={Link} to={place} variant="subtle" size="sm">
          {t("dashboard.desktop.queue.edit")}
        </Button>
      )}
      {state !== "sending" && (
        <Button variant="subtle" color="red" size="sm" onClick={() => setAsked(true)}>
          {t(`dashboard.desktop.queue.${words.action}`)}
        </Button>
      )}
      {asked && (
        <Confirm
          title={t(`dashboard.desktop.queue.${words.ask}`)}
          action={t(`dashboard.desktop.queue.${words.action}`)}
          busy={discard.isPending}
          error={discard.error}
          onConfirm={() =>
            discard.mutate(
              { id, force: abandonable },
              { onSuccess: () => notifySuccess(t("dashboard.desktop.queue.discarded")) },
            )
          }
          onClose={() => setAsked(false)}
        >
          <p lang="fr">{thingOf(kind, title)}</p>
          <p>{t(`dashboard.desktop.queue.${words.what}`)}</p>
          {dependents > 0 && (
            <p>{t("dashboard.desktop.queue.dependents", { count: dependents })}</p>
          )}
        </Confirm>
      )}
    </div>
  );
}
