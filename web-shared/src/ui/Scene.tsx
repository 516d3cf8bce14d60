// The three looks of a page without content: empty (a scene, a sentence, an action), failed (a note and a retry), waiting.
import { Button, Skeleton } from "@mantine/core";
import { type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { needsNetwork } from "../api/problem";
import { errorText } from "../i18n/errors";
import { Icon } from "./Icon";
import styles from "./Scene.module.css";

export type SceneName = "platane" | "arches" | "tableau" | "table-livres" | "bulles";

interface EmptyStateProps {
  scene: SceneName;
  children: ReactNode;
  action?: ReactNode;
}

export function EmptyState({ scene, children, action }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <img src={`/illustrations/${scene}.svg`} alt="" width={220} height={165} />
      <p>{children}</p>
      {action}
    </div>
  );
}

interface FailedStateProps {
  error: unknown;
  /** What could not be done, as a sentence; else the error speaks for itself. */
  what?: string;
  onRetry?: () => void;
}

export function FailedState({ error, what, onRetry }: FailedStateProps) {
  const { t } = useTranslation();
  if (needsNetwork(error)) return <OfflineState error={error} {...(onRetry && { onRetry })} />;
  return (
    <div className={styles.failed} role="alert">
      <Icon name="warning-circle-fill" size={24} />
      <div>
        {what && <p className={styles.what}>{what}</p>}
        <p>{errorText(error)}</p>
      </div>
      {onRetry && (
        <Button variant="outline" size="sm" onClick={onRetry}>
          {t("common.retry")}
        </Button>
      )}
    </div>
  );
}

/** Nothing has failed: this part of the desktop app only lives at the school. */
function OfflineState({ error, onRetry }: FailedStateProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.offline} role="status">
      <EmptyState
        scene="arches"
        action={
          onRetry && (
            <Button variant="outline" size="sm" onClick={onRetry}>
              {t("common.retry")}
            </Button>
          )
        }
      >
        {errorText(error)}
      </EmptyState>
    </div>
  );
}

/** A note inside a page: information, a warning, good or bad news. */
export function Note({
  tone = "info",
  children,
}: {
  tone?: "info" | "warning" | "success" | "danger";
  children: ReactNode;
}) {
  const icon = {
    info: "info",
    warning: "warning",
    success: "check-circle-fill",
    danger: "warning-circle-fill",
  };
  return (
    <div className={styles.note} data-tone={tone}>
      <Icon name={icon[tone]} size={22} />
      <div>{children}</div>
    </div>
  );
}

const PATIENCE = 200; // milliseconds before a wait is worth showing

/** Skeletons in the shape of what comes, shown only when the wait is felt. */
export function Waiting({ children }: { children?: ReactNode }) {
  const { t } = useTranslation();
  const [felt, setFelt] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setFelt(true), PATIENCE);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={styles.waiting} aria-busy="true">
      <span className="hidden" role="status">
        {felt ? t("common.loading") : ""}
      </span>
      <div data-felt={felt || undefined}>{children ?? <CardSkeletons />}</div>
    </div>
  );
}

/** The outline of cards with an arch at their side. */
export function CardSkeletons({ count = 3 }: { count?: number }) {
  return (
    <div className={styles.skeletons}>
      {Array.from({ length: count }, (_, at) => (
        <div key={at} className={styles.skeleton}>
          <Skeleton className={styles.skeletonArch} />
          <div>
            <Skeleton height={14} width="30%" />
            <Skeleton height={26} width="65%" mt={14} />
            <Skeleton height={14} mt={18} />
            <Skeleton height={14} width="85%" mt={10} />
          </div>
        </div>
      ))}
    </div>
  );
}
