// Nothing is left to revise today: when the next card comes, or where cards come from.
import { Button } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { addDays, day } from "web-shared/format/format";
import { EmptyState } from "web-shared/ui/Scene";
import type { RevisionDue } from "./api";
import styles from "./Revision.module.css";

/** For whoever has no card at all. */
export function NoCards() {
  const { t } = useTranslation();
  return (
    <EmptyState
      scene="table-livres"
      action={
        <Button component={Link} to="/profile/subscriptions">
          {t("revision.toCourses")}
        </Button>
      }
    >
      {t("revision.none")}
    </EmptyState>
  );
}

interface DoneProps {
  due: RevisionDue;
  /** The last card has just been revised here. */
  ended: boolean;
}

export function Done({ due, ended }: DoneProps) {
  const { t } = useTranslation();
  const title = useRef<HTMLHeadingElement>(null);
  const next = due.nextOn ?? (due.due > 0 ? addDays(due.today, 1) : null);
  useEffect(() => {
    if (ended) title.current?.focus();
  }, [ended]);
  return (
    <section className={styles.done} aria-labelledby="done">
      <img src="/illustrations/bulles.svg" alt="" width={260} height={195} />
      <div>
        <h2 id="done" ref={title} tabIndex={-1}>
          {t(ended || due.reviewedToday > 0 ? "revision.done" : "revision.nothing")}
        </h2>
        <div role="status">
          {due.due > 0 && <p>{t("revision.rest", { count: due.due })}</p>}
          {next && <p>{t("revision.next", { day: day(next, "near") })}</p>}
        </div>
        <Button component={Link} to="/profile/subscriptions">
          {t("revision.toCourses")}
        </Button>
      </div>
    </section>
  );
}
