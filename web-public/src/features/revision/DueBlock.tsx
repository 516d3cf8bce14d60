// Above one's own courses: how many cards there are to revise today. Nothing for whoever has none.
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useSession } from "web-shared/api/session";
import { Icon } from "web-shared/ui/Icon";
import { FailedState } from "web-shared/ui/Scene";
import { dueQuery, REVISION } from "./api";
import styles from "./DueBlock.module.css";
import { sendWhenPossible } from "./outbox";

export function DueBlock() {
  const { t } = useTranslation();
  const session = useSession();
  const { data, error, refetch } = useQuery({ ...dueQuery, enabled: session !== null });
  useEffect(sendWhenPossible, []);
  if (error && !data) {
    return (
      <div className={styles.failed}>
        <FailedState what={t("revision.failed")} error={error} onRetry={() => void refetch()} />
      </div>
    );
  }
  const count = data?.cards.length ?? 0;
  if (count === 0) return null;
  return (
    <Link to={REVISION} className={styles.due}>
      <Icon name="stack" size={24} />
      <span>{t("revision.dueToday", { count })}</span>
      <Icon name="arrow-right" size={20} />
    </Link>
  );
}
