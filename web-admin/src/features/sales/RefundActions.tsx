// What can be done about a refund that waits for somebody: try it again, or note that it was settled by hand.
import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { money } from "web-shared/format/format";
import { errorText, fieldError } from "web-shared/i18n/errors";
import { notifyFailure, notifySuccess } from "web-shared/ui/notify";
import { Note } from "web-shared/ui/Scene";
import type { History, Method } from "./api";
import { Means } from "./Fields";
import styles from "./Reservation.module.css";
import { useRetryRefund, useSettleRefund } from "./refunds";
import { SaleDialog } from "./SaleDialog";

type Refund = History["refunds"][number];

const NOTE = 500; // characters the server takes

export function RefundActions({ refund }: { refund: Refund }) {
  const { t } = useTranslation();
  const [settling, setSettling] = useState(false);
  const retry = useRetryRefund();
  const amount = money(refund.amount);
  const failed = refund.status === "FAILED";
  const waits = refund.status === "PENDING" && refund.atDesk && refund.amount > 0;
  const again = () =>
    void retry.mutateAsync(refund.id).then(
      () => notifySuccess(t("dashboard.sales.retried", { amount })),
      (error: Error) => notifyFailure(errorText(error)),
    );
  return (
    <>
      {(failed || waits) && (
        <p className={styles.refundActions}>
          {failed && !refund.atDesk && refund.providerInUse && (
            <Button
              size="sm"
              variant="outline"
              loading={retry.isPending}
              aria-label={t("dashboard.sales.retryOf", { amount })}
              onClick={again}
            >
              {t("dashboard.sales.retry")}
            </Button>
          )}
          <Button
            size="sm"
            variant="outline"
            aria-label={t("dashboard.sales.settleOf", { amount })}
            onClick={() => setSettling(true)}
          >
            {t("dashboard.sales.settle")}
          </Button>
        </p>
      )}
      {settling && <Settle refund={refund} onClose={() => setSettling(false)} />}
    </>
  );
}

function Settle({ refund, onClose }: { refund: Refund; onClose: () => void }) {
  const { t } = useTranslation();
  const [method, setMethod] = useState<Method | null>(null);
  const [note, setNote] = useState("");
  const [asked, setAsked] = useState(false);
  const { mutateAsync, isPending, error } = useSettleRefund();
  const amount = money(refund.amount);

  function submit() {
    setAsked(true);
    if (!method) return;
    void mutateAsync({ id: refund.id, method, note: note.trim() }).then(
      () => {
        notifySuccess(t("dashboard.sales.settleDone", { amount }));
        onClose();
      },
      () => null,
    );
  }

  return (
    <SaleDialog
      title={t("dashboard.sales.settleTitle")}
      action={t("dashboard.sales.settleSubmit", { amount })}
      fields={["note"]}
      busy={isPending}
      error={error}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{t("dashboard.sales.settleText", { amount })}</p>
      {!refund.atDesk && <Note tone="warning">{t("dashboard.sales.settleCheck")}</Note>}
      <Means value={method} missing={asked && !method} onChange={setMethod} />
      <TextInput
        label={t("dashboard.sales.note")}
        description={t("dashboard.sales.noteHint")}
        maxLength={NOTE}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
        error={fieldError(error, "note")}
      />
    </SaleDialog>
  );
}
