// What can be done with a subscription: lengthen it, end it, delete it when it was only given.
import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Confirm } from "web-shared/ui/Confirm";
import { notifySuccess } from "web-shared/ui/notify";
import { RowAction } from "../../ui/RowActions";
import { isStale, type Subscription, useDeactivate, useDelete } from "./api";
import { Extend } from "./Extend";
import styles from "./Sales.module.css";
import { StaleNote } from "./StaleNote";

interface ActionProps {
  subscription: Subscription;
  onClose: () => void;
}

const dialogs = { extend: Extend, deactivate: Deactivate, delete: Delete };

export function SubscriptionActions({ subscription }: { subscription: Subscription }) {
  const { t } = useTranslation();
  const [opened, open] = useState<keyof typeof dialogs | null>(null);
  const { active, sold, learnerName } = subscription;
  const Dialog = opened && dialogs[opened];
  return (
    <div className={styles.actions}>
      {active && (
        <>
          <Button
            variant="light"
            size="sm"
            aria-label={t("dashboard.sales.extendOf", { name: learnerName })}
            onClick={() => open("extend")}
          >
            {t("dashboard.sales.extend")}
          </Button>
          <RowAction
            icon="lock-simple"
            danger
            label={t("dashboard.sales.deactivateOf", { name: learnerName })}
            onClick={() => open("deactivate")}
          />
        </>
      )}
      {!sold && (
        <RowAction
          icon="trash"
          danger
          label={t("dashboard.sales.deleteOf", { name: learnerName })}
          onClick={() => open("delete")}
        />
      )}
      {Dialog && <Dialog subscription={subscription} onClose={() => open(null)} />}
    </div>
  );
}

function Deactivate({ subscription, onClose }: ActionProps) {
  const { t } = useTranslation();
  const { id, version, learnerName, courseName } = subscription;
  const { mutate, isPending, error } = useDeactivate();
  return (
    <Confirm
      title={t("dashboard.sales.deactivateTitle")}
      action={t("dashboard.sales.deactivate")}
      busy={isPending}
      error={isStale(error) ? null : error}
      onClose={onClose}
      onConfirm={() =>
        mutate(
          { id, version },
          {
            onSuccess: () => {
              notifySuccess(t("dashboard.sales.deactivated", { name: learnerName }));
              onClose();
            },
          },
        )
      }
    >
      <p>{t("dashboard.sales.deactivateText", { name: learnerName, course: courseName })}</p>
      <ul className={styles.facts}>
        <li>{t("dashboard.sales.lostAccess")}</li>
        <li>{t("dashboard.sales.seatBack")}</li>
        <li>{t("dashboard.sales.progressKept")}</li>
        {subscription.sold && <li>{t("dashboard.sales.noRefund")}</li>}
      </ul>
      <StaleNote error={error} />
    </Confirm>
  );
}

function Delete({ subscription, onClose }: ActionProps) {
  const { t } = useTranslation();
  const { id, version, learnerName, courseName } = subscription;
  const { mutate, isPending, error } = useDelete();
  return (
    <Confirm
      title={t("dashboard.sales.deleteTitle")}
      action={t("dashboard.sales.delete")}
      busy={isPending}
      error={isStale(error) ? null : error}
      onClose={onClose}
      onConfirm={() =>
        mutate(
          { id, version },
          {
            onSuccess: () => {
              notifySuccess(t("dashboard.sales.deleted", { name: learnerName }));
              onClose();
            },
          },
        )
      }
    >
      <p>{t("dashboard.sales.deleteText", { name: learnerName, course: courseName })}</p>
      <StaleNote error={error} />
    </Confirm>
  );
}
