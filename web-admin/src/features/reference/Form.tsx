// The form beside the rows. It says whether a row is made or changed, and keeps what is typed when the server refuses.
import { Button } from "@mantine/core";
import { type ReactNode, type Ref, useId } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "web-shared/api/problem";
import { errorText } from "web-shared/i18n/errors";
import { Note } from "web-shared/ui/Scene";
import { Tag } from "web-shared/ui/Tag";
import { DraftFound } from "../../ui/DraftFound";
import { DraftKept } from "../../ui/DraftKept";
import { SchoolButton } from "../../ui/SchoolOnly";
import type { SectionName } from "./api";
import styles from "./Reference.module.css";
import type { useForm } from "./useForm";

/** Whether what is wrong is written under single fields. */
const hasFields = (error: unknown) => error instanceof ApiError && error.problem.fields;

interface FormProps {
  name: SectionName;
  schoolOnly: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: what the fields are is none of the frame's business
  form: ReturnType<typeof useForm<any, any, any, any>>;
  onCancel: () => void;
  children: ReactNode;
  ref: Ref<HTMLFormElement>;
}

export function Form({ name, schoolOnly, form, onCancel, children, ref }: FormProps) {
  const { t } = useTranslation();
  const Save = schoolOnly ? SchoolButton : Button;
  const heading = useId();
  const { base, unsaved, saving, error, submit } = form;
  const editing = base.row;
  return (
    <form ref={ref} className={styles.form} aria-labelledby={heading} noValidate onSubmit={submit}>
      <header>
        <h2 id={heading}>{t(`dashboard.reference.${name}.${editing ? "change" : "add"}`)}</h2>
        {editing && <Tag tone="warning">{t("dashboard.reference.editing")}</Tag>}
      </header>
      <DraftFound draft={form.local} />
      {children}
      <div role="alert">
        {error && (
          <Note tone="danger">
            {t(`dashboard.reference.${name}.${editing ? "updateFailed" : "addFailed"}`)}{" "}
            {!hasFields(error) && errorText(error)}
          </Note>
        )}
      </div>
      <div className={styles.buttons}>
        {(editing || unsaved) && (
          <Button variant="subtle" onClick={onCancel}>
            {t("dashboard.reference.cancel")}
          </Button>
        )}
        <Save type="submit" loading={saving}>
          {t(`dashboard.reference.${editing ? "save" : "create"}`)}
        </Save>
      </div>
      <DraftKept draft={form.local} />
    </form>
  );
}
