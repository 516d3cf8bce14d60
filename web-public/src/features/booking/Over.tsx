// A booking that came to nothing: the hold ran out, or the money went back. Says what happened and the way on.
import { Button } from "@mantine/core";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Page, PageBody, PageHeader } from "web-shared/ui/Page";
import { EmptyState } from "web-shared/ui/Scene";
import styles from "./Checkout.module.css";
import { clearCheckout } from "./checkout";

export type OverReason = "expired" | "refunded";

export function Over({ reason }: { reason: OverReason }) {
  const { t } = useTranslation();
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
