// How much a learner attended, of the sessions whose roll is closed; nothing before the first one is.
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ownSessionsQuery } from "web-shared/api/classSessions";
import { percent } from "web-shared/format/format";
import styles from "./Class.module.css";
import type { ClassProps } from "./ClassPage";

export function AttendanceRate({ subscription, own }: ClassProps) {
  const { t } = useTranslation();
  const rate = useQuery(ownSessionsQuery(subscription.id)).data?.rate;
  if (!rate) return null;
  const share = rate.heldMinutes > 0 ? (100 * rate.attendedMinutes) / rate.heldMinutes : 0;
  const facts = { count: rate.attended, total: rate.sessions, percent: percent(share) };
  return (
    <p className={styles.rate}>
      {own
        ? t("classroom.rate", facts)
        : t("classroom.rateOf", { ...facts, name: subscription.learnerName })}
    </p>
  );
}
