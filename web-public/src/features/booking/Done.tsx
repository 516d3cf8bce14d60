// "Souscription confirmée !": what was done, who was written to, where to go.
import { Button, Modal } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { Icon } from "web-shared/ui/Icon";
import { Page, PageBody, PageHeader } from "web-shared/ui/Page";
import { EmptyState } from "web-shared/ui/Scene";
import styles from "./Checkout.module.css";
import type { Draft } from "./draft";
import { useLearner } from "./useLearner";

interface DoneProps {
  draft: Draft;
  /** Nothing was to be paid. */
  free: boolean;
  signedIn: boolean;
}

export function Done({ draft, free, signedIn }: DoneProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const email = useLearner(draft).email;
  // Whoever books for a child without an e-mail follows the course and is written to.
  const other = draft.reservationTarget === "other" && email !== "";
  const space = other
    ? "booking.doneOtherSpace"
    : signedIn
      ? "booking.doneSpace"
      : "booking.doneLogin";
  return (
    <Page title={t("booking.doneTitle")}>
      <PageHeader title={t("booking.confirmationTitle")} />
      <PageBody>
        <EmptyState scene="arches">{t(space)}</EmptyState>
      </PageBody>
      <Modal
        opened
        onClose={() => void navigate("/")}
        title={t("booking.doneTitle")}
        closeOnClickOutside={false}
        closeButtonProps={{ "aria-label": t("booking.toHome") }}
      >
        <div className={styles.done}>
          <Icon name="seal-check-duotone" size={44} />
          <div>
            <p>{t(free ? "booking.doneFree" : "booking.donePaid")}</p>
            <p>{t("booking.doneMail", { email: draft.bookerData.email })}</p>
            {other && <p>{t("booking.doneOtherMail", { email })}</p>}
            <p>{t(space)}</p>
          </div>
        </div>
        <div className={styles.dialogActions}>
          <Button component={Link} to="/" variant={other ? "filled" : "outline"}>
            {t("booking.toHome")}
          </Button>
          {!other && (
            <Button component={Link} to="/profile/subscriptions">
              {t("booking.seeSubscriptions")}
            </Button>
          )}
        </div>
      </Modal>
    </Page>
  );
}
