// The children without an e-mail for whom this person acts, and what helps each of them in class. With an e-mail a
// child's account becomes its own.
import { Button, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { errorText, fieldError } from "web-shared/i18n/errors";
import { Note } from "web-shared/ui/Scene";
import { useGiveAddress, type Ward, wardsQuery } from "./api";
import { Needs } from "./Needs";
import styles from "./Profile.module.css";
import { Section } from "./Section";

/** Nothing for whoever acts for nobody. */
export function Wards() {
  const { t } = useTranslation();
  const { data } = useQuery(wardsQuery);
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (!sentTo && !data?.length) return null;
  return (
    <>
      <Section title={t("profile.wards.title")} lead={t("profile.wards.lead")}>
        <div role="status">
          {sentTo && <Note tone="success">{t("profile.wards.sent", { email: sentTo })}</Note>}
        </div>
        {data?.map((ward) => (
          <WardItem key={ward.id} ward={ward} onSent={setSentTo} />
        ))}
      </Section>
      {data?.map((ward) => (
        <Needs key={ward.id} userId={ward.id} ward={nameOf(ward)} />
      ))}
    </>
  );
}

function nameOf({ firstName, lastName }: Ward): string {
  return `${firstName} ${lastName}`;
}

function WardItem({ ward, onSent }: { ward: Ward; onSent: (email: string) => void }) {
  const { t } = useTranslation();
  const [email, setEmail] = useState<string | null>(null);
  const give = useGiveAddress(ward);
  const name = nameOf(ward);
  const wrong = fieldError(give.error, "email");

  function submit(event: FormEvent) {
    event.preventDefault();
    if (email) give.mutate(email, { onSuccess: () => onSent(email) });
  }

  return (
    <form onSubmit={submit} noValidate>
      <p className={styles.value}>{name}</p>
      {email !== null && (
        <TextInput
          className={styles.narrow}
          label={t("profile.wards.email", { name })}
          type="email"
          autoComplete="off"
          autoFocus
          value={email}
          error={wrong}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
      )}
      <div role="alert">
        {give.error && !wrong && <Note tone="danger">{errorText(give.error)}</Note>}
      </div>
      <div className={styles.actions}>
        {email === null ? (
          <Button
            variant="outline"
            aria-label={t("profile.wards.addNamed", { name })}
            onClick={() => setEmail("")}
          >
            {t("profile.wards.add")}
          </Button>
        ) : (
          <>
            <Button type="submit" loading={give.isPending} disabled={!email}>
              {t("profile.wards.send")}
            </Button>
            <Button variant="subtle" onClick={() => setEmail(null)}>
              {t("profile.cancel")}
            </Button>
          </>
        )}
      </div>
    </form>
  );
}
