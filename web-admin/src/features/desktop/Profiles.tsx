// Accounts that were used on this computer: each has its own copy and its own waiting changes.
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { errorText } from "web-shared/i18n/errors";
import { Confirm } from "web-shared/ui/Confirm";
import { Note } from "web-shared/ui/Scene";
import type { Profile } from "../../platform/local";
import { IconAction } from "../../ui/RowActions";
import { profilesQuery, useOpenProfile, useRemoveProfile } from "./api";
import { lossOf } from "./problems";
import styles from "./Welcome.module.css";

interface ProfilesProps {
  onOpen: () => void;
  onOther: () => void;
}

export function Profiles({ onOpen, onOther }: ProfilesProps) {
  const { t } = useTranslation();
  const { data: profiles = [] } = useQuery(profilesQuery);
  const open = useOpenProfile();
  const [leaving, setLeaving] = useState<Profile | null>(null);
  return (
    <>
      <p>{t("dashboard.desktop.welcome.choose")}</p>
      <ul className={styles.profiles}>
        {profiles.map((profile) => (
          <li key={profile.id}>
            <button
              type="button"
              className={styles.profile}
              disabled={open.isPending}
              onClick={() => open.mutate(profile.id, { onSuccess: onOpen })}
            >
              <b>{profile.name || profile.email}</b>
              <small>
                {profile.school} · {profile.email}
              </small>
            </button>
            <IconAction
              icon="trash"
              danger
              label={t("dashboard.desktop.welcome.remove", { name: profile.email })}
              onClick={() => setLeaving(profile)}
            />
          </li>
        ))}
      </ul>
      <div role="alert">{open.error && <Note tone="danger">{errorText(open.error)}</Note>}</div>
      <Button variant="outline" onClick={onOther}>
        {t("dashboard.desktop.welcome.other")}
      </Button>
      {leaving && <Removal profile={leaving} onClose={() => setLeaving(null)} />}
    </>
  );
}

/** Asks first, and says what only this computer has. */
export function Removal({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const { t } = useTranslation();
  const { mutate, isPending, error } = useRemoveProfile();
  const loss = lossOf(error);
  return (
    <Confirm
      title={t("dashboard.desktop.welcome.removeAsk")}
      action={t("dashboard.desktop.welcome.removeAction")}
      busy={isPending}
      error={loss ? null : error}
      onConfirm={() => mutate({ id: profile.id, force: loss !== null }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        {profile.school} · {profile.email}
      </p>
      {!loss && <p>{t("dashboard.desktop.welcome.removeText")}</p>}
      <div role="alert">
        {loss && (
          <Note tone="danger">
            {loss.changes > 0 && (
              <p>{t("dashboard.desktop.welcome.removeWaiting", { count: loss.changes })}</p>
            )}
            {loss.drafts > 0 && (
              <p>{t("dashboard.desktop.welcome.removeDrafts", { count: loss.drafts })}</p>
            )}
            <p>{t("dashboard.desktop.welcome.removeConfirm")}</p>
          </Note>
        )}
      </div>
    </Confirm>
  );
}
