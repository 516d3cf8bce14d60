// How far a learner has come in the course: lessons viewed of those granted.
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "web-shared/api/client";
import { percent } from "web-shared/format/format";
import styles from "./Teaching.module.css";

export function Progress({ subscriptionId }: { subscriptionId: number }) {
  const { t } = useTranslation();
  const { data, error } = useQuery({
    queryKey: ["progress", "subscription", subscriptionId],
    queryFn: () =>
      unwrap(api.GET("/progress/subscription/progress", { params: { query: { subscriptionId } } })),
  });
  return (
    <span className={styles.detail}>
      {data !== undefined
        ? t("dashboard.today.viewed", { percent: percent(data) })
        : error && t("dashboard.today.progressFailed")}
    </span>
  );
}
