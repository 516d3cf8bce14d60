// What the school says of itself: the site, its mails and its papers bear it.
import { TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "web-shared/api/problem";
import { errorText } from "web-shared/i18n/errors";
import { schoolQuery } from "web-shared/school";
import { LeaveGuard } from "web-shared/ui/LeaveGuard";
import { FailedState, Note, Waiting } from "web-shared/ui/Scene";
import { Conflict } from "../../ui/Conflict";
import { DashboardPage } from "../../ui/DashboardPage";
import { DraftFound } from "../../ui/DraftFound";
import { DraftKept } from "../../ui/DraftKept";
import { FaultList } from "../../ui/FaultList";
import { FileField } from "../../ui/FileField";
import { LOGO, readable } from "../../ui/files";
import { SchoolButton } from "../../ui/SchoolOnly";
import type { Settings } from "./api";
import { FIELDS, SECTIONS, type Section, type SettingsField } from "./form";
import { NetworksSetting } from "./NetworksSetting";
import styles from "./School.module.css";
import { SecondFactorSetting } from "./SecondFactorSetting";
import { type Editing, useSettings } from "./useSettings";
import { VatField } from "./VatField";

export function SettingsPage() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(schoolQuery);
  return (
    <DashboardPage title={t("dashboard.school.title")} lead={t("dashboard.school.lead")}>
      {data ? (
        <div className={styles.settings}>
          <SettingsForm settings={data} />
          <div>
            <SecondFactorSetting />
            <NetworksSetting />
          </div>
        </div>
      ) : error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : (
        <Waiting />
      )}
    </DashboardPage>
  );
}

function SettingsForm({ settings }: { settings: Settings }) {
  const { t } = useTranslation();
  const editing = useSettings(settings);
  const summary = useRef<HTMLElement>(null);
  const { error, conflict } = editing;
  const label = (name: SettingsField) => t(`dashboard.school.fields.${name}`);
  // An answer that names fields leads to the list of them.
  const named = error instanceof ApiError && error.problem.fields ? error : null;
  useEffect(() => {
    if (named) summary.current?.focus();
  }, [named]);

  return (
    <form onSubmit={editing.submit} noValidate className={styles.form}>
      <DraftFound draft={editing.local} />
      <FaultList
        place={summary}
        points={FIELDS.flatMap((name) => {
          const text = editing.problemAt(name);
          return text ? [{ path: name, label: label(name), text }] : [];
        })}
      />
      {(Object.keys(SECTIONS) as Section[]).map((section) => (
        <FormSection key={section} section={section} editing={editing} />
      ))}
      <div role="alert">
        {error && !named && (
          <Note tone="danger">
            {t("dashboard.school.failed")} {errorText(error)}
          </Note>
        )}
      </div>
      <div className={styles.actions}>
        <SchoolButton type="submit" loading={editing.saving}>
          {t("profile.own.save")}
        </SchoolButton>
        {editing.unsaved && <span>{t("dashboard.school.unsaved")}</span>}
      </div>
      <DraftKept draft={editing.local} />
      <LeaveGuard {...editing.guard} />
      {conflict && (
        <Conflict
          conflict={conflict}
          labelOf={(name) => label(name as SettingsField)}
          shown={(value, name) => shown(name as SettingsField, String(value))}
        />
      )}
    </form>
  );
}

const WIDE: readonly SettingsField[] = ["street", "mediatorAddress", "meetingUrl"];
const KINDS: Partial<Record<SettingsField, "tel" | "email" | "url">> = {
  phone: "tel",
  email: "email",
  mediatorUrl: "url",
  meetingUrl: "url",
};

function FormSection({ section, editing }: { section: Section; editing: Editing }) {
  const { t, i18n } = useTranslation();
  const heading = useId();
  return (
    <section className={styles.section} aria-labelledby={heading}>
      <h2 id={heading}>{t(`dashboard.school.sections.${section}`)}</h2>
      <p className={styles.hint}>{t(`dashboard.school.hints.${section}`)}</p>
      <div className={styles.pairs}>
        {SECTIONS[section].map((name) => {
          const example = `dashboard.school.examples.${name}`;
          const error = editing.problemAt(name);
          if (name === "logoUrl") {
            return (
              <FileField
                key={name}
                id={name}
                className={styles.wide}
                label={t("dashboard.school.fields.logoUrl")}
                description={t("dashboard.school.examples.logoUrl")}
                kinds={["IMAGE"]}
                rule={LOGO}
                filesOnly
                schoolOnly
                value={editing.draft.logoUrl}
                onChange={(url) => editing.set({ [name]: url })}
                error={error}
              />
            );
          }
          if (name === "vatMention") {
            return (
              <VatField
                key={name}
                id={name}
                className={styles.wide}
                saved={editing.base.draft.vatMention}
                value={editing.draft.vatMention}
                onChange={(mention) => editing.set({ [name]: mention })}
                error={error}
              />
            );
          }
          return (
            <TextInput
              key={name}
              id={name}
              type={KINDS[name] ?? "text"}
              className={WIDE.includes(name) ? styles.wide : undefined}
              label={t(`dashboard.school.fields.${name}`)}
              description={i18n.exists(example) ? t(example as "common.close") : undefined}
              required={name === "name"}
              value={editing.draft[name]}
              onChange={(event) => editing.set({ [name]: event.currentTarget.value })}
              error={error}
            />
          );
        })}
      </div>
    </section>
  );
}

/** As it is chosen between: of a picture its address says nothing. */
function shown(name: SettingsField, value: string) {
  if (name !== "logoUrl" || !value) return value;
  return <img className={styles.logo} src={readable(value)} alt="" />;
}
