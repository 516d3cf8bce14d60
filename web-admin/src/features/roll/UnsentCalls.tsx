// Roll calls of this browser that did not reach the school, whatever page they were made on: what waits, what was not taken
// and why.
import { useQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { day } from "web-shared/format/format";
import { hour } from "web-shared/format/sessions";
import { useAway } from "web-shared/ui/useAway";
import { rosterQuery } from "../../ui/classSessions";
import { outboxOf, sessionsKept, subscribe } from "./outbox";
import styles from "./Roll.module.css";
import { Refused, Waits } from "./Unsent";
import { Untaken } from "./Untaken";
import { useOutbox } from "./useRoll";

export function UnsentCalls() {
  const { t } = useTranslation();
  const kept = useSyncExternalStore(subscribe, () => sessionsKept().join())
    .split(",")
    .flatMap((id) => (id ? [Number(id)] : []));
  const away = useAway(kept.some((id) => outboxOf(id).waiting.length > 0));
  const shown = kept.filter((id) => {
    const { failure, refused } = outboxOf(id);
    return away || Boolean(failure) || refused.length > 0;
  });
  if (shown.length === 0) return null;
  return (
    <section className={styles.calls} aria-labelledby="unsent">
      <h2 id="unsent">{t("dashboard.roll.unsentCalls")}</h2>
      <ul>
        {shown.map((id) => (
          <li key={id}>
            <Call session={id} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Call({ session }: { session: number }) {
  const { t } = useTranslation();
  const { waiting, failure } = useOutbox(session);
  const { data } = useQuery({ ...rosterQuery(session), retry: false });
  const rows = data?.rows ?? [];
  return (
    <>
      <h3>
        <Link to={`/seances/${session}/appel`}>
          {data ? (
            <>
              <span lang="fr">{data.session.courseName}</span>
              {`, ${day(data.session.date, "full")}, ${hour(data.session.startTime)}`}
            </>
          ) : (
            t("dashboard.roll.unnamedSession", { id: session })
          )}
        </Link>
      </h3>
      {failure ? (
        <Untaken session={session} rows={rows} />
      ) : (
        waiting.length > 0 && <Waits count={waiting.length} />
      )}
      <Refused session={session} rows={rows} />
    </>
  );
}
