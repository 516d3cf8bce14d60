// How far the learner is in the whole course: arches and a number, or that it is not known just now.
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Subscription } from "web-shared/api/subscriptions";
import { percent } from "web-shared/format/format";
import { Arcade } from "web-shared/ui/Arcade";
import { Icon } from "web-shared/ui/Icon";
import styles from "./CourseModules.module.css";

interface CourseModulesProgressProps {
  subscription: Subscription;
  /** Why it is that far. */
  children: ReactNode;
}

export function CourseModulesProgress({ subscription, children }: CourseModulesProgressProps) {
  const { t } = useTranslation();
  const { progressionPercentage: done, moduleIds, modules } = subscription;
  const scope = t(moduleIds.length === 0 ? "subscriptions.ofCourse" : "subscriptions.ofModules");
  return (
    <div className={styles.progress}>
      <Arcade
        percent={done}
        modules={modules.map((module) => module.percent)}
        label={`${percent(done)} ${scope}`}
      />
      <p>
        <span className="num">{percent(done)}</span>
        <span className="caption muted">{scope}</span>
      </p>
      {children}
    </div>
  );
}

interface UnknownProgressProps {
  /** It is being asked for again. */
  busy: boolean;
  onRetry: () => void;
}

export function UnknownProgress({ busy, onRetry }: UnknownProgressProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.unknown} role="status">
      <Icon name="info" />
      <span>{t("subscriptions.progressUnknown")}</span>
      <Button variant="outline" size="sm" loading={busy} onClick={onRetry}>
        {t("common.retry")}
      </Button>
    </div>
  );
}
