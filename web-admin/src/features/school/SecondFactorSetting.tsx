// Whether staff must have a second factor: counts at once, beside the form of what the school says of itself.
import { Switch } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { errorText } from "web-shared/i18n/errors";
import { notifySuccess } from "web-shared/ui/notify";
import { FailedState, Note } from "web-shared/ui/Scene";
import { secondFactorQuery, useRequireSecondFactor } from "./api";
import styles from "./School.module.css";

export function SecondFactorSetting() {
  const { t } = useTranslation();
  const heading = useId();
  const { data, error, refetch } = useQuery(secondFactorQuery);
  const change = useRequireSecondFactor();
  return (
    <section className={styles.apart} aria-labelledby={heading}>
      <h2 id={heading}>{t("dashboard.school.factor.title")}</h2>
      <p className={styles.hint}>{t("dashboard.school.factor.hint")}</p>
      {error && (
        <FailedState
          what={t("dashboard.school.factor.failed")}
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {data && (
        <Switch
          label={t("dashboard.school.factor.required")}
          checked={data.secondFactorRequired}
          disabled={change.isPending}
          onChange={(event) =>
            change.mutate(event.currentTarget.checked, {
              onSuccess: () => notifySuccess(t("dashboard.school.factor.saved")),
            })
          }
        />
      )}
      <div role="alert">{change.error && <Note tone="danger">{errorText(change.error)}</Note>}</div>
    </section>
  );
}
