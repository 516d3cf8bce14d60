// Where the account is open: each browser with its last sign of life, and a way to end it.
import { Button, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { moment } from "web-shared/format/format";
import { Confirm } from "web-shared/ui/Confirm";
import { notifySuccess } from "web-shared/ui/notify";
import { FailedState, Waiting } from "web-shared/ui/Scene";
import { Tag } from "web-shared/ui/Tag";
import { type OpenSession, sessionsQuery, useEndSessions } from "./api";
import styles from "./Profile.module.css";
import { Section } from "./Section";

export function Sessions() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(sessionsQuery);
  const [ending, setEnding] = useState<OpenSession[] | null>(null);
  const others = data?.filter((session) => !session.current) ?? [];
  return (
    <Section title={t("profile.sessions.title")} lead={t("profile.sessions.lead")}>
      {data ? (
        <ul className={styles.rows}>
          {data.map((session) => (
            <SessionRow key={session.id} session={session} onEnd={() => setEnding([session])} />
          ))}
        </ul>
      ) : error ? (
        <FailedState
          what={t("profile.sessions.failed")}
          error={error}
          onRetry={() => void refetch()}
        />
      ) : (
        <Waiting>
          <Skeleton height={64} />
          <Skeleton height={64} mt={12} />
        </Waiting>
      )}
      {data && others.length === 0 && <p className="muted">{t("profile.sessions.onlyThis")}</p>}
      {others.length > 1 && (
        <div className={styles.actions}>
          <Button variant="outline" onClick={() => setEnding(others)}>
            {t("profile.sessions.endOthers")}
          </Button>
        </div>
      )}
      {ending && <End sessions={ending} onClose={() => setEnding(null)} />}
    </Section>
  );
}

function SessionRow({ session, onEnd }: { session: OpenSession; onEnd: () => void }) {
  const { t } = useTranslation();
  const device = useDeviceName()(session);
  return (
    <li>
      <div>
        <p className={styles.device}>
          <b>{device}</b>
          {session.current && <Tag tone="success">{t("profile.sessions.this")}</Tag>}
        </p>
        <p className="caption muted">
          {t("profile.sessions.lastUsed", { moment: moment(session.lastUsedAt) })}
        </p>
        <p className="caption muted">
          {t("profile.sessions.opened", { moment: moment(session.createdAt) })}
          {session.ip && `, ${t("profile.sessions.from", { ip: session.ip })}`}
        </p>
      </div>
      {!session.current && (
        <Button
          variant="light"
          size="sm"
          onClick={onEnd}
          aria-label={t("profile.sessions.endNamed", { device })}
        >
          {t("profile.sessions.end")}
        </Button>
      )}
    </li>
  );
}

function useDeviceName() {
  const { t } = useTranslation();
  return ({ device: { browser, system } }: OpenSession) => {
    if (browser && system) return t("profile.sessions.device", { browser, system });
    return browser ?? system ?? t("profile.sessions.unknown");
  };
}

function End({ sessions, onClose }: { sessions: OpenSession[]; onClose: () => void }) {
  const { t } = useTranslation();
  const nameOf = useDeviceName();
  const end = useEndSessions();
  const [only] = sessions;
  const all = sessions.length > 1 || !only;

  function confirm() {
    end.mutate(
      sessions.map(({ id }) => id),
      {
        onSuccess: () => {
          notifySuccess(t(all ? "profile.sessions.othersEnded" : "profile.sessions.ended"));
          onClose();
        },
      },
    );
  }

  return (
    <Confirm
      title={t(all ? "profile.sessions.endOthersTitle" : "profile.sessions.endTitle")}
      action={t(all ? "profile.sessions.endOthers" : "profile.sessions.end")}
      busy={end.isPending}
      error={end.error}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        {all
          ? t("profile.sessions.endOthersText")
          : t("profile.sessions.endText", { device: nameOf(only) })}
      </p>
    </Confirm>
  );
}
