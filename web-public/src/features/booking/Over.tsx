// A booking that came to nothing: the hold ran out, or the money went back. Says what happened and the way on.
import { Button } from "@mantine/core";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Page, PageBody, PageHeader } from "web-shared/ui/Page";
import { EmptyState } from "web-shared/ui/Scene";
import styles from "./Checkout.module.css";
import { clearCheckout } from "./checkout";
import { readDraft } from "./draft";

export type OverReason = "expired" | "refunded";

export function Over({ reason: happened }: { reason: OverReason }) {
  const { t } = useTranslation();
  // The seat of an offer goes to the next one who waits: it cannot be held again.
  const [offered] = useState(() => happened === "expired" && Boolean(readDraft()?.offered));
  const reason = offered ? "offer" : happened;
  useEffect(clearCheckout, []);
  const title = t(`booking.over.${reason}.title`);
  return (
    <Page title={title}>
      <PageHeader title={title} />
      <PageBody>
        <div role="alert">
          <EmptyState
            scene="arches"
            action={
              <div className={styles.dialogActions}>
                {reason === "expired" && (
                  <Button component={Link} to="/reservation/details" replace>
                    {t("booking.holdAgain")}
                  </Button>
                )}
                <Button component={Link} to="/courses" variant="outline">
                  {t("booking.otherCourses")}
                </Button>
              </div>
            }
          >
            {t(`booking.over.${reason}.text`)}
          </EmptyState>
        </div>
      </PageBody>
    </Page>
  );
}
