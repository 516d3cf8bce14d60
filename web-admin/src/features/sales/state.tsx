// How things stand, in words and colours.
import { useTranslation } from "react-i18next";
import { addDays, day, dayOf, today } from "web-shared/format/format";
import { clock, useSecondsLeft } from "web-shared/ui/countdown";
import { Tag, type Tone } from "web-shared/ui/Tag";
import type { Reservation, Subscription } from "./api";

const TONES: Record<Reservation["status"], Tone> = {
  HELD: "warning",
  CONFIRMED: "success",
  EXPIRED: "neutral",
  CANCELLED: "danger",
};

export function ReservationState({ status }: Pick<Reservation, "status">) {
  const { t } = useTranslation();
  return <Tag tone={TONES[status]}>{t(`dashboard.sales.is.${status}`)}</Tag>;
}

const HOUR = 3600; // seconds

/** How long a seat is still held: minutes and seconds when it is a matter of them. */
export function HoldLeft({ until, offset }: { until: string; offset: number }) {
  const { t } = useTranslation();
  const left = useSecondsLeft(until, offset);
  if (left === 0) return t("dashboard.sales.holdOver");
  if (left < HOUR) return t("dashboard.sales.holdLeft", { time: clock(left) });
  return t("dashboard.sales.holdUntil", { day: day(dayOf(until), "medium") });
}

/** "Cours complet", or how many modules. */
export function useScope() {
  const { t } = useTranslation();
  return (titles: string[]) =>
    titles.length === 0
      ? t("dashboard.sales.wholeCourse")
      : t("dashboard.sales.modules", { count: titles.length });
}

const SOON = 30; // days, as the server's EXPIRING

export type SubscriptionIs = "inactive" | "ended" | "completed" | "expiring" | "live";

export function standing(subscription: Subscription): SubscriptionIs {
  const { active, canAccess, status, accessExpiresAt } = subscription;
  if (!active) return "inactive";
  if (status === "COMPLETED") return "completed";
  if (!canAccess) return "ended";
  return accessExpiresAt <= addDays(today(), SOON) ? "expiring" : "live";
}

const SUBSCRIPTION_TONES: Record<SubscriptionIs, Tone> = {
  inactive: "danger",
  ended: "neutral",
  completed: "accent",
  expiring: "warning",
  live: "success",
};

export function SubscriptionState({ subscription }: { subscription: Subscription }) {
  const { t } = useTranslation();
  const is = standing(subscription);
  return <Tag tone={SUBSCRIPTION_TONES[is]}>{t(`dashboard.sales.stands.${is}`)}</Tag>;
}
