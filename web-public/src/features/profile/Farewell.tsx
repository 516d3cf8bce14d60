// Leaving the school: what goes and what stays is said before, and a word has to be typed.
import { Button, Stack, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { errorText, fieldError } from "web-shared/i18n/errors";
import { DialogActions } from "web-shared/ui/Confirm";
import { Dialog } from "web-shared/ui/Dialog";
import { PasswordField } from "web-shared/ui/PasswordField";
import { Note } from "web-shared/ui/Scene";
import { type User, useFarewell } from "./api";
import styles from "./Profile.module.css";
import { Section } from "./Section";

interface FarewellProps {
  user: User;
  onGone: () => void;
}

export function Farewell({ user, onGone }: FarewellProps) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const [mailed, setMailed] = useState(false);
  return (
    <Section title={t("account.deleteAction")} lead={t("profile.farewell.lead")}>
      <div className={styles.balance}>
        <div>
          <h3>{t("profile.farewell.goes")}</h3>
          <ul>
            <li>{t("profile.farewell.goesPerson")}</li>
            <li>{t("profile.farewell.goesAccess")}</li>
            <li>{t("profile.farewell.goesSessions")}</li>
            <li>{t("profile.farewell.goesWards")}</li>
          </ul>
        </div>
        <div>
          <h3>{t("profile.farewell.stays")}</h3>
          <ul>
            <li>{t("profile.farewell.staysMoney")}</li>
            <li>{t("profile.farewell.staysComments")}</li>
          </ul>
        </div>
      </div>
      <div role="status">
        {mailed && (
          <Note tone="success">{t("profile.farewell.mailed", { email: user.email })}</Note>
        )}
      </div>
      {!mailed && (
        <div className={styles.actions}>
          <Button color="red" variant="outline" onClick={() => setAsking(true)}>
            {t("account.deleteAction")}
          </Button>
        </div>
      )}
      {asking && (
        <Goodbye
          user={user}
          onGone={onGone}
          onClose={() => setAsking(false)}
          onMailed={() => {
            setAsking(false);
            setMailed(true);
          }}
        />
      )}
    </Section>
  );
}

interface GoodbyeProps extends FarewellProps {
  onClose: () => void;
  onMailed: () => void;
}

function Goodbye({ user, onGone, onClose, onMailed }: GoodbyeProps) {
  const { t, i18n } = useTranslation();
  const [password, setPassword] = useState("");
  const [typed, setTyped] = useState("");
  const farewell = useFarewell();
  const word = t("profile.farewell.word");
  const meant = same(typed, word, i18n.language);
  const wrong = fieldError(farewell.error, "currentPassword");

  function submit(event: FormEvent) {
    event.preventDefault();
    farewell.mutate(user.hasPassword ? password : null, {
      onSuccess: (outcome) => (outcome === "gone" ? onGone() : onMailed()),
    });
  }

  return (
    <Dialog onClose={onClose} title={t("account.deleteTitle")}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <p>{t(user.hasPassword ? "account.deleteText" : "profile.farewell.byMail")}</p>
          {user.hasPassword && (
            <PasswordField
              label={t("account.currentPassword")}
              autoComplete="current-password"
              value={password}
              error={wrong}
              onChange={(event) => setPassword(event.currentTarget.value)}
              data-autofocus
            />
          )}
          <TextInput
            label={t("profile.farewell.confirm", { word })}
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <div role="alert">
            {farewell.error && !wrong && <Note tone="danger">{errorText(farewell.error)}</Note>}
          </div>
        </Stack>
        <DialogActions>
          <Button variant="outline" onClick={onClose}>
            {t("account.deleteNot")}
          </Button>
          <Button
            type="submit"
            color="red"
            loading={farewell.isPending}
            disabled={!meant || (user.hasPassword && !password)}
          >
            {t(user.hasPassword ? "account.deleteAction" : "account.forgotSend")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function same(typed: string, word: string, language: string): boolean {
  return typed.trim().toLocaleLowerCase(language) === word.toLocaleLowerCase(language);
}
