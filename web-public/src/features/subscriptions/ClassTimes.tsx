// On the card of a subscription: when its class meets and when it meets next; without sessions, what the school wrote.
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ownSessionsQuery } from "web-shared/api/classSessions";
import type { Subscription } from "web-shared/api/subscriptions";
import { day } from "web-shared/format/format";
import { slotsLine } from "web-shared/format/sessions";
import { ClassFacts } from "web-shared/ui/ClassFacts";
import { Icon } from "web-shared/ui/Icon";
import { nextOf, useNow, whenOf } from "web-shared/ui/sessions/next";
import { slotsOf } from "web-shared/ui/sessions/slots";
import styles from "./Subscriptions.module.css";

export function ClassTimes({ subscription }: { subscription: Subscription }) {
  const { t } = useTranslation();
  const { data } = useQuery(ownSessionsQuery(subscription.id));
  const now = useNow(data?.offset);
  if (!data || data.sessions.length === 0) return <ClassFacts subscription={subscription} />;
  const next = nextOf(data.sessions, now);
  const slots = slotsLine(slotsOf(data.sessions, now));
  if (!next) return <p className={styles.caption}>{t("sessions.allPast")}</p>;
  const near = whenOf(next, now)?.when;
  return (
    <ul className={styles.times}>
      {slots && (
        <li>
          <Icon name="calendar-dots" size={20} />
          {slots}
        </li>
      )}
      <li>
        <Icon name={next.roomName ? "map-pin" : "laptop"} size={20} />
        <span>
          {next.roomName && `${next.roomName}${t("catalogue.comma")}`}
          {near
            ? t(`classroom.upcoming.${near}`)
            : t("classroom.upcoming.on", { day: day(next.date, "brief") })}
        </span>
      </li>
    </ul>
  );
}
