// What waits for somebody: how many of what, and the way there.
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Role } from "web-shared/api/session";
import { Icon } from "web-shared/ui/Icon";
import { Note, Waiting } from "web-shared/ui/Scene";
import { dueQuery } from "../../ui/dueDecisions";
import { attentionQuery, emptyQuery, isNearlyFull, startsQuery } from "./api";
import styles from "./Home.module.css";

const THINGS = [
  { name: "decisions", to: "/course/places" },
  { name: "comments", to: "/comment/list?shown=hidden" },
  { name: "messages", to: "/messages" },
  { name: "drafts", to: "/course/list?status=DRAFT" },
  { name: "full", to: "/course/list?status=PUBLISHED" },
  { name: "empty", to: "/academic-content" },
  { name: "withdrawals", to: "/sales/withdrawals" },
  { name: "refunds", to: "/sales/reservations?refundByHand=true" },
  { name: "mails", to: "/mails?status=PARKED" },
  { name: "opening", to: "/school/checklist" },
] as const;

export function ToDo({ role }: { role: Role }) {
  const { t } = useTranslation();
  const attention = useQuery(attentionQuery(role));
  const starts = useQuery(startsQuery);
  const { data: due = [] } = useQuery(dueQuery);
  const empty = useQuery({
    ...emptyQuery(starts.data ?? []),
    enabled: starts.data !== undefined,
  });
  if (!attention.data) {
    return attention.error ? null : (
      <Waiting>
        <div className={styles.reserved} />
      </Waiting>
    );
  }
  const counts = {
    ...attention.data,
    decisions: due.length,
    full: (starts.data ?? []).filter(isNearlyFull).length,
    empty: empty.data ?? 0,
  };
  const waiting = THINGS.filter(({ name }) => counts[name] > 0);
  return (
    <section aria-label={t("dashboard.home.toDo")}>
      {waiting.length === 0 ? (
        <Note tone="success">{t("dashboard.home.nothing")}</Note>
      ) : (
        <ul className={styles.toDo}>
          {waiting.map(({ name, to }) => (
            <li key={name}>
              <Link to={name === "decisions" ? decisionPlace(due) : to}>
                <span className="num">{counts[name]}</span>
                <span>
                  <b>{t(`dashboard.home.${name}`, { count: counts[name] })}</b>
                  {t(`dashboard.home.${name}What`)}
                  {name === "mails" &&
                    counts.mailsOfBookings > 0 &&
                    t("dashboard.home.mailsOfBookings", { count: counts.mailsOfBookings })}
                </span>
                <Icon name="caret-right-bold" />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** A single one stands on the page of its course. */
function decisionPlace(due: { courseId: number }[]): string {
  const [first, second] = due;
  return first && !second ? `/course/${first.courseId}/places` : "/course/places";
}
