// The page of a course's modules as long as nothing is known of the course: what is missing, what failed, or the wait.
import { Skeleton } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Page, PageBody, PageHeader } from "web-shared/ui/Page";
import { CardSkeletons, FailedState, Waiting } from "web-shared/ui/Scene";
import styles from "./CourseModules.module.css";

export function CourseModulesPlain({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const title = t("learning.course.title");
  return (
    <Page title={title}>
      <PageHeader title={title} />
      <PageBody>{children}</PageBody>
    </Page>
  );
}

export function CourseModulesFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <CourseModulesPlain>
      <FailedState what={t("learning.course.failed")} error={error} onRetry={onRetry} />
    </CourseModulesPlain>
  );
}

export function CourseModulesWaiting() {
  return (
    <Waiting>
      <div className={styles.wall}>
        <div className="wrap">
          <Skeleton height={16} width={140} />
          <Skeleton height={46} width="min(26em, 80%)" mt={20} />
          <Skeleton height={26} width={260} mt={16} />
        </div>
      </div>
      <PageBody>
        <CardSkeletons />
      </PageBody>
    </Waiting>
  );
}
