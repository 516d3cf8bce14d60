// The address of the account. A new one counts once the link mailed to it was opened.
import { Anchor, Button, Stack, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { errorText, fieldError } from "web-shared/i18n/errors";
import { PasswordField } from "web-shared/ui/PasswordField";
import { Note } from "web-shared/ui/Scene";
import { Tag } from "web-shared/ui/Tag";
import { type User, useMoveAddress } from "./api";
import styles from "./Profile.module.css";
import { Section } from "./Section";

export function Address({ user }: { user: User }) {
  const { t } = useTranslation();
  const [changing, setChanging] = useState(false);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const state = user.emailVerified ? "verified" : "unverified";
  return (
    <Section
      title={t("fields.email")}
      aside={
        <Tag tone={user.emailVerified ? "success" : "warning"}>{t(`profile.email.${state}`)}</Tag>
      }
    >
      <p className={styles.value}>{user.email}</p>
      <div role="status">
        {sentTo && <Note tone="success">{t("profile.email.sent", { email: sentTo })}</Note>}
      </div>
      {changing ? (
        <NewAddress
          user={user}
          onSent={(email) => {
            setSentTo(email);
            setChanging(false);
          }}
          onCancel={() => setChanging(false)}
        />
      ) : (
        <div className={styles.actions}>
          <Button
            variant="outline"
            onClick={() => {
              setChanging(true);
              setSentTo(null);
            }}
          >
            {t("profile.email.change")}
          </Button>
        </div>
      )}
    </Section>
  );
}

interface NewAddressProps {
  user: User;
  onSent: (email: string) => void;
  onCancel: () => void;
}

function NewAddress({ user, onSent, onCancel }: NewAddressProps) {
  const { t } = useTranslation();
  const [email, setEmail] = useState("");
  const [currentPassword, setCurrentPassword] = useState("");
  const move = useMoveAddress(user.id);
  const wrong = {
    email: fieldError(move.error, "email"),
    password: fieldError(move.error, "currentPassword"),
  };

  function submit(event: FormEvent) {
    event.preventDefault();
    move.mutate({ email, currentPassword }, { onSuccess: () => onSent(email) });
  }

  if (!user.hasPassword) {
    return (
      <Note>
        <p>{t("profile.email.needsPassword")}</p>
        <Anchor component={Link} to="/profile?tab=security">
          {t("profile.email.toPassword")}
        </Anchor>
      </Note>
    );
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md" className={styles.narrow}>
        <TextInput
          label={t("profile.email.new")}
          description={t("profile.email.hint")}
          inputWrapperOrder={["label", "input", "description", "error"]}
          type="email"
          autoComplete="email"
          autoFocus
          value={email}
          error={wrong.email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <PasswordField
          label={t("account.currentPassword")}
          autoComplete="current-password"
          value={currentPassword}
          error={wrong.password}
          onChange={(event) => setCurrentPassword(event.currentTarget.value)}
        />
        <div role="alert">
          {move.error && !wrong.email && !wrong.password && (
            <Note tone="danger">{errorText(move.error)}</Note>
          )}
        </div>
      </Stack>
      <div className={styles.actions}>
        <Button type="submit" loading={move.isPending} disabled={!email || !currentPassword}>
          {t("profile.email.send")}
        </Button>
        <Button variant="subtle" onClick={onCancel}>
          {t("profile.cancel")}
        </Button>
      </div>
    </form>
  );
}
