// The frame of steps 2 and 3: title, the three niches, the step at the left and the summary at the right.
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Page } from "web-shared/ui/Page";
import { Steps } from "web-shared/ui/Steps";
import styles from "./Checkout.module.css";

interface StepPageProps {
  title: string;
  step: 2 | 3;
  /** At the right of the steps: the time left. */
  aside?: ReactNode;
  summary: ReactNode;
  children: ReactNode;
}

export function StepPage({ title, step, aside, summary, children }: StepPageProps) {
  const { t } = useTranslation();
  return (
    <Page title={title}>
      <div className={`wrap ${styles.page}`}>
        <h1>{title}</h1>
        <div className={styles.head}>
          <Steps
            name={t("booking.steps")}
            current={step}
            labels={[
              t("booking.stepSelection"),
              t("booking.stepDetails"),
              t("booking.stepConfirmation"),
            ]}
          />
          {aside}
        </div>
        <div className={styles.columns}>
          <div>{children}</div>
          {summary}
        </div>
      </div>
    </Page>
  );
}
