// How things stand, what waits to be sent, what was typed and not saved, which texts were replaced; and the way out.
import { Button, Tabs } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { moment } from "web-shared/format/format";
import { errorText } from "web-shared/i18n/errors";
import { Icon } from "web-shared/ui/Icon";
import { notifyFailure } from "web-shared/ui/notify";
import { Note } from "web-shared/ui/Scene";
import type { State } from "../../platform/local";
import { stateQuery } from "../../platform/state";
import { useSync } from "./api";
import { Diagnostics } from "./Diagnostics";
import { Drafts } from "./Drafts";
import { History } from "./History";
import { Offline } from "./Offline";
import { Operations } from "./Operations";
import styles from "./Panel.module.css";
import { WELCOME } from "./places";
import { SignOut } from "./SignOut";

const TABS = ["waiting", "drafts", "history", "offline"] as const;

export function Panel({ state: known }: { state: State }) {
  const { t } = useTranslation();
  const state = useQuery(stateQuery).data ?? known;
  return (
    <div className={styles.panel}>
      <Standing state={state} />
      <Tabs defaultValue="waiting" keepMounted={false}>
        <Tabs.List className={styles.tabs ?? ""}>
          {TABS.map((tab) => (
            <Tabs.Tab key={tab} value={tab}>
              {t(`dashboard.desktop.panel.tabs.${tab}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="waiting" pt="md">
          <Operations />
        </Tabs.Panel>
        <Tabs.Panel value="drafts" pt="md">
          <Drafts />
        </Tabs.Panel>
        <Tabs.Panel value="history" pt="md">
          <History />
        </Tabs.Panel>
        <Tabs.Panel value="offline" pt="md">
          <Offline state={state} />
        </Tabs.Panel>
      </Tabs>
      <Foot state={state} />
    </div>
  );
}

/** What the connection is like, and since when all is here. */
function Standing({ state }: { state: State }) {
  const { t } = useTranslation();
  const sync = useSync();
  const { connection, lastSync, copying, syncing } = state;
  return (
    <section className={styles.standing} aria-label={t("dashboard.desktop.panel.connection")}>
      <div>
        <p className={styles.connection}>{t(`dashboard.desktop.connection.${connection}`)}</p>
        <p className="muted">{t(`dashboard.desktop.meaning.${connection}`)}</p>
        <p className="muted">
          {copying
            ? t("dashboard.desktop.panel.copying", { count: copying.done })
            : lastSync
              ? t("dashboard.desktop.panel.lastSync", { moment: moment(lastSync) })
              : t("dashboard.desktop.panel.neverSynced")}
        </p>
      </div>
      {connection === "signed_out" ? (
        <Button component={Link} to={WELCOME} size="sm">
          {t("account.login")}
        </Button>
      ) : (
        <Button
          variant="light"
          size="sm"
          leftSection={<Icon name="arrow-clockwise" />}
          loading={sync.isPending || syncing}
          disabled={connection === "too_new"}
          onClick={() =>
            sync.mutate(undefined, { onError: (error) => notifyFailure(errorText(error)) })
          }
        >
          {t(
            connection === "keychain_locked"
              ? "dashboard.desktop.keychain.retry"
              : "dashboard.desktop.panel.sync",
          )}
        </Button>
      )}
      {state.secret === "file" && (
        <div className={styles.wide}>
          <Note tone="warning">{t("dashboard.desktop.panel.secretInFile")}</Note>
        </div>
      )}
    </section>
  );
}

function Foot({ state: { school, user, version } }: { state: State }) {
  const { t } = useTranslation();
  const [leaving, setLeaving] = useState(false);
  return (
    <footer className={styles.foot}>
      <p className="muted">
        {school?.name} · {user?.email}
        <br />
        {t("dashboard.desktop.panel.version", { version })} ·{" "}
        <a href="/licences" target="_blank" rel="noreferrer">
          {t("dashboard.desktop.panel.licences")}
        </a>
      </p>
      <Diagnostics />
      <Button
        variant="subtle"
        size="sm"
        leftSection={<Icon name="sign-out" />}
        onClick={() => setLeaving(true)}
      >
        {t("nav.logout")}
      </Button>
      <SignOut opened={leaving} onClose={() => setLeaving(false)} />
    </footer>
  );
}
