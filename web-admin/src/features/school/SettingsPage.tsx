// What the school says of itself: the site, its mails and its papers bear it.
import { TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useEffect, useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import { errorText } from "web-shared/i18n/errors";
import { conflicts, differences } from "web-shared/merge";
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
import { type SettingsForm as Form, SECTIONS, type Section, type SettingsField } from "./form";
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
  const { faults, answer } = editing;

  // An answer that names fields leads to the list of them.
  useEffect(() => {
    if (answer) summary.current?.focus();
  }, [answer]);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!editing.saving) editing.save();
  }

  return (
    <form onSubmit={submit} noValidate className={styles.form}>
      <DraftFound draft={editing.local} />
      <FaultList
        place={summary}
        points={faults.map(({ name, text }) => ({
          path: name,
          label: t(`dashboard.school.fields.${name}`),
          text,
        }))}
      />
      {(Object.keys(SECTIONS) as Section[]).map((section) => (
        <FormSection key={section} section={section} editing={editing} />
      ))}
      <div role="alert">
        {editing.failure && (
          <Note tone="danger">
            {t("dashboard.school.failed")} {errorText(editing.failure)}
          </Note>
        )}
      </div>
      <DraftKept draft={editing.local} />
      <div className={styles.actions}>
        <SchoolButton type="submit" loading={editing.saving}>
          {t("profile.own.save")}
        </SchoolButton>
        {editing.unsaved && <span>{t("dashboard.school.unsaved")}</span>}
      </div>
      <LeaveGuard unsaved={editing.unsaved} onLeave={editing.local.forget} />
      <Meanwhile editing={editing} />
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
          const error = editing.faults.find((fault) => fault.name === name)?.text;
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
                value={editing.typed.logoUrl}
                onChange={(url) => editing.edit(name, url)}
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
                saved={editing.base.vatMention}
                value={editing.typed.vatMention}
                onChange={(mention) => editing.edit(name, mention)}
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
              value={editing.typed[name]}
              onChange={(event) => editing.edit(name, event.currentTarget.value)}
              error={error}
            />
          );
        })}
      </div>
    </section>
  );
}

/** As it is chosen between: of a picture its address says nothing. */
function shown(name: SettingsField, form: Form) {
  if (name !== "logoUrl" || !form.logoUrl) return form[name];
  return <img className={styles.logo} src={readable(form.logoUrl)} alt="" />;
}

/** The fields that two administrators changed at once. */
function Meanwhile({ editing: { base, typed, meanwhile, choose } }: { editing: Editing }) {
  const { t } = useTranslation();
  if (!meanwhile) return null;
  const disputed = conflicts(base, typed, meanwhile);
  const label = (name: SettingsField) => t(`dashboard.school.fields.${name}`);
  return (
    <Conflict
      fields={disputed.map((name) => ({
        path: name,
        label: label(name),
        mine: shown(name, typed),
        theirs: shown(name, meanwhile),
      }))}
      taken={differences(base, meanwhile)
        .filter((name) => !disputed.includes(name))
        .map(label)}
      onChoose={choose}
      onClose={() => choose(null)}
    />
  );
}
