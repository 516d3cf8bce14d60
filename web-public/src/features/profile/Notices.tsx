// Which mails of one's classes one wants. Those about times, dates and cancellations always come.
import { Switch } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { errorText } from "web-shared/i18n/errors";
import { Note } from "web-shared/ui/Scene";
import { changedMeanwhile, type User, useSaveOwn } from "./api";
import styles from "./Profile.module.css";
import { Section } from "./Section";

const NOTICES = ["sessionReminders", "sessionChanges"] as const;

export function Notices({ user }: { user: User }) {
  const { t } = useTranslation();
  const save = useSaveOwn(user.id);
  const saving = save.isPending ? save.variables : undefined;

  /** What else was changed meanwhile does not meet this choice: it is made again on the newer account. */
  function choose(name: (typeof NOTICES)[number], wanted: boolean, version = user.version) {
    save.mutate(
      { version, [name]: wanted },
      {
        onError: (error) => {
          const newer = changedMeanwhile(error);
          if (newer && newer.version !== version) choose(name, wanted, newer.version);
        },
      },
    );
  }

  return (
    <Section title={t("profile.notices.title")} lead={t("profile.notices.lead")}>
      <div className={styles.switches}>
        {NOTICES.map((name) => (
          <Switch
            key={name}
            label={t(`profile.notices.${name}`)}
            description={t(`profile.notices.${name}Text`)}
            checked={saving?.[name] ?? user[name]}
            disabled={save.isPending}
            onChange={(event) => choose(name, event.currentTarget.checked)}
          />
        ))}
      </div>
      <div role="alert">
        {save.error && (
          <Note tone="danger">
            {t("profile.notices.failed")} {errorText(save.error)}
          </Note>
        )}
      </div>
    </Section>
  );
}
