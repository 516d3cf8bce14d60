// What can be done with a subscription: lengthen it, end it, delete it when it was only given.
import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Confirm } from "web-shared/ui/Confirm";
import { notifySuccess } from "web-shared/ui/notify";
import { RowAction, RowActions, RowLink } from "../../ui/RowActions";
import { isStale, type Subscription, useDeactivate, useDelete } from "./api";
import { Extend } from "./Extend";
import { IssueDialog, isDue } from "./IssueCertificate";
import styles from "./Sales.module.css";
import { StaleNote } from "./StaleNote";

interface ActionProps {
  subscription: Subscription;
  onClose: () => void;
}

const dialogs = { extend: Extend, issue: Issue, deactivate: Deactivate, delete: Delete };

export function SubscriptionActions({ subscription }: { subscription: Subscription }) {
  const { t } = useTranslation();
  const [opened, open] = useState<keyof typeof dialogs | null>(null);
  const { active, sold, learnerName: name, reservationOriginId: origin } = subscription;
  const Dialog = opened && dialogs[opened];
  const extend = (
    <Button
      variant="subtle"
      size="sm"
      aria-label={t("dashboard.sales.extendOf", { name })}
      onClick={() => open("extend")}
    >
      {t("dashboard.sales.extend")}
    </Button>
  );
  return (
    <>
      <RowActions name={name} main={active && extend}>
        {origin && (
          <RowLink
            icon="credit-card"
            label={t("dashboard.sales.ofReservation", { id: origin })}
            text={t("dashboard.sales.ofReservation", { id: origin })}
            to={`/sales/reservations/${origin}`}
          />
        )}
        {isDue(subscription) && (
          <RowAction
            icon="certificate-duotone"
            label={t("dashboard.certificates.issueOf", { name })}
            text={t("dashboard.certificates.issue")}
            onClick={() => open("issue")}
          />
        )}
        {active && (
          <RowAction
            icon="lock-simple"
            danger
            label={t("dashboard.sales.deactivateOf", { name })}
            text={t("dashboard.sales.deactivate")}
            onClick={() => open("deactivate")}
          />
        )}
        {!sold && (
          <RowAction
            icon="trash"
            danger
            label={t("dashboard.sales.deleteOf", { name })}
            text={t("dashboard.sales.delete")}
            onClick={() => open("delete")}
          />
        )}
      </RowActions>
      {Dialog && <Dialog subscription={subscription} onClose={() => open(null)} />}
    </>
  );
}

function Issue({ subscription, onClose }: ActionProps) {
  const { id, learnerName, courseName } = subscription;
  return <IssueDialog {...{ subscriptionId: id, learnerName, courseName, onClose }} />;
}

function Deactivate(props: ActionProps) {
  const { t } = useTranslation();
  const { learnerName, courseName, sold } = props.subscription;
  return (
    <Ending {...props} change={useDeactivate()} what="deactivate" done="deactivated">
      <p>{t("dashboard.sales.deactivateText", { name: learnerName, course: courseName })}</p>
      <ul className={styles.facts}>
        <li>{t("dashboard.sales.lostAccess")}</li>
        <li>{t("dashboard.sales.seatBack")}</li>
        <li>{t("dashboard.sales.progressKept")}</li>
        {sold && <li>{t("dashboard.sales.noRefund")}</li>}
      </ul>
    </Ending>
  );
}

function Delete(props: ActionProps) {
  const { t } = useTranslation();
  const { learnerName, courseName } = props.subscription;
  return (
    <Ending {...props} change={useDelete()} what="delete" done="deleted">
      <p>{t("dashboard.sales.deleteText", { name: learnerName, course: courseName })}</p>
    </Ending>
  );
}

interface EndingProps extends ActionProps {
  change: ReturnType<typeof useDeactivate> | ReturnType<typeof useDelete>;
  what: "deactivate" | "delete";
  done: "deactivated" | "deleted";
  children: ReactNode;
}

/** Asks before a subscription ends; one that was changed meanwhile stays, and is looked at anew. */
function Ending({ subscription, onClose, change, what, done, children }: EndingProps) {
  const { t } = useTranslation();
  const { id, version, learnerName } = subscription;
  const { mutateAsync, isPending, error } = change;
  function ended() {
    notifySuccess(t(`dashboard.sales.${done}`, { name: learnerName }));
    onClose();
  }
  return (
    <Confirm
      title={t(`dashboard.sales.${what}Title`)}
      action={t(`dashboard.sales.${what}`)}
      busy={isPending}
      error={isStale(error) ? null : error}
      onClose={onClose}
      // The row may leave the list before the answer is told; a refusal stands in the dialog.
      onConfirm={() => void mutateAsync({ id, version }).then(ended, () => {})}
    >
      {children}
      <StaleNote error={error} />
    </Confirm>
  );
}
