// The code on the wall of the class: who scans it is marked as there. No names, only how many; without a network no code.
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { encode } from "uqr";
import { NetworkError, needsNetwork } from "web-shared/api/problem";
import { day } from "web-shared/format/format";
import { hour } from "web-shared/format/sessions";
import { Icon } from "web-shared/ui/Icon";
import { Logo } from "web-shared/ui/Logo";
import { Page } from "web-shared/ui/Page";
import { FailedState, Waiting } from "web-shared/ui/Scene";
import { useOnline } from "web-shared/ui/useAway";
import { type ClassSession, rosterQuery } from "../../ui/classSessions";
import { codeQuery } from "./api";
import styles from "./Code.module.css";

export function CodePage() {
  const { t } = useTranslation();
  const id = Number(useParams().id);
  const { data: roster } = useQuery(rosterQuery(id));
  const shown = useCode(id);
  return (
    <Page title={t("dashboard.code.title")}>
      <main id="main" className={styles.wall} tabIndex={-1}>
        <Button
          className={styles.close}
          variant="outline"
          component={Link}
          to={`/seances/${id}/appel`}
          leftSection={<Icon name="x-bold" size={16} />}
        >
          {t("common.close")}
        </Button>
        <div className={styles.words}>
          <Logo height={44} />
          <h1>{t("dashboard.code.lead")}</h1>
          {roster && <What session={roster.session} />}
          <ol>
            {(["signIn", "camera", "aim"] as const).map((step) => (
              <li key={step}>{t(`dashboard.code.${step}`)}</li>
            ))}
          </ol>
          <Count scans={shown.scans} of={roster?.rows.length} />
          <p className={styles.aside}>{t("dashboard.code.noPhone")}</p>
        </div>
        <div className={styles.arch}>
          <Shown {...shown} />
        </div>
      </main>
    </Page>
  );
}

function What({ session: { courseName, date, startTime, roomName } }: { session: ClassSession }) {
  return (
    <p className={styles.what}>
      <span lang="fr">{courseName}</span>
      <br />
      {[day(date, "full"), hour(startTime), roomName].filter(Boolean).join(", ")}
    </p>
  );
}

const MOST_DRAWN = 16;

function Count({ scans, of }: { scans: number | undefined; of: number | undefined }) {
  const { t } = useTranslation();
  if (scans === undefined || of === undefined) return null;
  return (
    <>
      {of <= MOST_DRAWN && (
        <div className={styles.arches} aria-hidden="true">
          {Array.from({ length: of }, (_, at) => (
            <span key={at} data-there={at < scans || undefined} />
          ))}
        </div>
      )}
      <p className={styles.count} role="status">
        {t("dashboard.code.count", { count: scans, of })}
      </p>
    </>
  );
}

type Code = ReturnType<typeof useCode>;

function Shown({ url, seconds, share, away, error, retry }: Code) {
  const { t } = useTranslation();
  if (away) {
    return (
      <p className={styles.away} role="alert">
        <Icon name="wifi-slash" size={40} />
        {t("dashboard.code.away")}
      </p>
    );
  }
  if (error) return <FailedState error={error} onRetry={retry} />;
  if (!url) return <Waiting />;
  return (
    <>
      <Qr text={url} />
      <div className={styles.next}>
        <span role="timer">{t("dashboard.code.next", { seconds })}</span>
        <span className={styles.bar} aria-hidden="true">
          <span style={{ width: `${share}%` }} />
        </span>
      </div>
    </>
  );
}

/** Its dark squares, row by row, as one line of the drawing. */
function Qr({ text }: { text: string }) {
  const { t } = useTranslation();
  const { data, size } = encode(text, { ecc: "M", border: 2 });
  const path = data
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  return (
    <svg
      className={styles.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={t("dashboard.code.image")}
      shapeRendering="crispEdges"
    >
      <path d={path} fill="currentColor" />
    </svg>
  );
}

const PERIOD = 20; // seconds for which a code is shown

/** The code as it stands, and how long it still does; one that has run out is not shown. */
function useCode(session: number) {
  const { data, error, dataUpdatedAt, refetch } = useQuery(codeQuery(session));
  const online = useOnline();
  const now = useNow();
  const left = data ? data.validSeconds - (now - dataUpdatedAt) / 1000 : 0;
  const valid = data !== undefined && left > 0;
  useEffect(() => {
    if (data && !valid && online) void refetch();
  }, [data, valid, online, refetch]);
  const seconds = Math.max(1, Math.ceil(left));
  return {
    url: valid ? data.url : null,
    scans: data?.scans,
    seconds,
    share: Math.min(100, (seconds / PERIOD) * 100),
    away: !online || (!valid && (error instanceof NetworkError || needsNetwork(error))),
    error: valid ? null : error,
    retry: () => void refetch(),
  };
}

function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
