// Over every page: a disk on which nothing can be kept, until something can; a database that was damaged, until somebody
// has read what became of it.
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { moment } from "web-shared/format/format";
import { errorText } from "web-shared/i18n/errors";
import { Icon } from "web-shared/ui/Icon";
import { notifyFailure } from "web-shared/ui/notify";
import type { Damage, Disk } from "../../platform/local";
import { stateQuery } from "../../platform/state";
import { useDismissDamage, useSync } from "./api";
import { CopyButton } from "./CopyButton";
import styles from "./Troubles.module.css";

export function Troubles() {
  const { data: state } = useQuery(stateQuery);
  if (!state) return null;
  return (
    <>
      {state.disk && <DiskTrouble disk={state.disk} />}
      {state.damage.length > 0 && <DamageTold damage={state.damage} />}
    </>
  );
}

export function DiskTrouble({ disk }: { disk: Disk }) {
  const { t } = useTranslation();
  const { mutate, isPending } = useSync();
  return (
    <div className={styles.trouble} role="alert" data-tone="danger">
      <Icon name="warning-circle-fill" size={22} />
      <p>{t(`dashboard.desktop.disk.${disk}`)}</p>
      <Button
        variant="subtle"
        size="sm"
        loading={isPending}
        onClick={() => mutate(undefined, { onError: (error) => notifyFailure(errorText(error)) })}
      >
        {t("dashboard.desktop.disk.retry")}
      </Button>
    </div>
  );
}

function DamageTold({ damage }: { damage: Damage[] }) {
  const { t } = useTranslation();
  const { mutate, isPending } = useDismissDamage();
  return (
    <section
      className={styles.trouble}
      data-tone="warning"
      aria-label={t("dashboard.desktop.damage.label")}
    >
      <Icon name="warning" size={22} />
      <div className={styles.told}>
        {damage.map((one) => (
          <Told key={one.file} damage={one} />
        ))}
      </div>
      <Button
        variant="subtle"
        size="sm"
        loading={isPending}
        onClick={() => mutate(undefined, { onError: (error) => notifyFailure(errorText(error)) })}
      >
        {t("dashboard.desktop.damage.dismiss")}
      </Button>
    </section>
  );
}

function Told({ damage: { at, file, changes, drafts, unread } }: { damage: Damage }) {
  const { t } = useTranslation();
  return (
    <>
      <p>{t("dashboard.desktop.damage.text", { moment: moment(at) })}</p>
      <p>
        {t("dashboard.desktop.damage.changes", { count: changes })}{" "}
        {t("dashboard.desktop.damage.drafts", { count: drafts })}
      </p>
      {unread.length > 0 && (
        <p>
          {t("dashboard.desktop.damage.lost", {
            what: unread.map((what) => t(`dashboard.desktop.damage.unread.${what}`)).join(", "),
          })}
        </p>
      )}
      <p className={styles.file}>
        <code>{file}</code>
        <CopyButton
          text={file}
          name={t("dashboard.desktop.damage.file")}
          words={t("dashboard.desktop.damage.copy")}
        />
      </p>
    </>
  );
}
