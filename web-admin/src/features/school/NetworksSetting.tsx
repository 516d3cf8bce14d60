// The school's own networks: saved beside the form of what the school says of itself, which everybody may read.
import { Button, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { errorText, fieldError } from "web-shared/i18n/errors";
import { notifySuccess } from "web-shared/ui/notify";
import { FailedState, Note } from "web-shared/ui/Scene";
import { useFirstFault } from "web-shared/ui/useFirstFault";
import { networksQuery, useNameNetworks } from "./api";
import styles from "./School.module.css";

export function NetworksSetting() {
  const { t } = useTranslation();
  const heading = useId();
  const { data, error, refetch } = useQuery(networksQuery);
  return (
    <section className={styles.apart} aria-labelledby={heading}>
      <h2 id={heading}>{t("dashboard.school.networks.title")}</h2>
      <p className={styles.hint}>{t("dashboard.school.networks.hint")}</p>
      {data ? (
        <Networks key={data.networks.join()} saved={data.networks} here={data.here} />
      ) : (
        error && (
          <FailedState
            what={t("dashboard.school.networks.failed")}
            error={error}
            onRetry={() => void refetch()}
          />
        )
      )}
    </section>
  );
}

const lines = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

function Networks({ saved, here }: { saved: string[]; here: string }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(saved.join("\n"));
  const change = useNameNetworks();
  const { form } = useFirstFault(change.error);
  const unsaved = lines(typed).join() !== saved.join();

  const faults = lines(typed).flatMap((line, i) => {
    const fault = fieldError(change.error, `networks[${i}]`);
    return fault ? [`${line} : ${fault}`] : [];
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    change.mutate(lines(typed), {
      onSuccess: () => notifySuccess(t("dashboard.school.networks.saved")),
    });
  }

  return (
    <form ref={form} onSubmit={submit}>
      <Textarea
        label={t("dashboard.school.networks.label")}
        description={t("dashboard.school.networks.here", { address: here })}
        placeholder="192.0.2.7"
        value={typed}
        onChange={(event) => {
          change.reset();
          setTyped(event.currentTarget.value);
        }}
        error={faults.join(" ")}
        autosize
        minRows={2}
        spellCheck={false}
      />
      <div role="alert">
        {change.error && faults.length === 0 && (
          <Note tone="danger">{errorText(change.error)}</Note>
        )}
      </div>
      <Button type="submit" variant="light" mt="sm" disabled={!unsaved} loading={change.isPending}>
        {t("dashboard.school.networks.save")}
      </Button>
    </form>
  );
}
