// Switching the second factor on, in a dialog: the password, the secret with its first code, the recovery codes.
import { Anchor, Button, Stack, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { errorText, fieldError } from "web-shared/i18n/errors";
import { DIGITS } from "web-shared/ui/CodeStep";
import { Dialog } from "web-shared/ui/Dialog";
import { notifySuccess } from "web-shared/ui/notify";
import { PasswordField } from "web-shared/ui/PasswordField";
import { Note } from "web-shared/ui/Scene";
import type { User } from "./api";
import { RecoveryCodes } from "./RecoveryCodes";
import styles from "./SecondFactor.module.css";
import { type Setup, useBeginSecondFactor, useConfirmSecondFactor } from "./secondFactor";

export function SwitchOn({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useTranslation();
  const [setup, setSetup] = useState<Setup | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);

  function finish() {
    notifySuccess(t("profile.factor.done"));
    onClose();
  }

  return (
    <Dialog
      onClose={onClose}
      closeOnClickOutside={false}
      closeOnEscape={!codes}
      withCloseButton={!codes}
      title={t(codes ? "profile.factor.codesTitle" : "profile.factor.beginTitle")}
    >
      {codes ? (
        <RecoveryCodes codes={codes} onClose={finish} />
      ) : setup ? (
        <Confirm setup={setup} onConfirmed={setCodes} />
      ) : (
        <Proof user={user} onBegun={setSetup} />
      )}
    </Dialog>
  );
}

function Proof({ user, onBegun }: { user: User; onBegun: (setup: Setup) => void }) {
  const { t } = useTranslation();
  const [password, setPassword] = useState("");
  const begin = useBeginSecondFactor();
  const wrong = fieldError(begin.error, "currentPassword");

  function submit(event: FormEvent) {
    event.preventDefault();
    begin.mutate(user.hasPassword ? password : null, { onSuccess: onBegun });
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {user.hasPassword && (
          <>
            <p>{t("profile.factor.proof")}</p>
            <input type="hidden" autoComplete="username" value={user.email ?? ""} readOnly />
            <PasswordField
              label={t("account.currentPassword")}
              autoComplete="current-password"
              value={password}
              error={wrong}
              onChange={(event) => setPassword(event.currentTarget.value)}
              data-autofocus
            />
          </>
        )}
        <div role="alert">
          {begin.error && !wrong && <Note tone="danger">{errorText(begin.error)}</Note>}
        </div>
        <Button type="submit" loading={begin.isPending} disabled={user.hasPassword && !password}>
          {t("profile.factor.next")}
        </Button>
      </Stack>
    </form>
  );
}

interface ConfirmProps {
  setup: Setup;
  onConfirmed: (recoveryCodes: string[]) => void;
}

function Confirm({ setup, onConfirmed }: ConfirmProps) {
  const { t } = useTranslation();
  const [code, setCode] = useState("");
  const confirm = useConfirmSecondFactor();
  const wrong = fieldError(confirm.error, "code");

  function submit(event: FormEvent) {
    event.preventDefault();
    confirm.mutate(code, { onSuccess: ({ recoveryCodes }) => onConfirmed(recoveryCodes) });
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <p>{t("profile.factor.scan")}</p>
        <img
          className={styles.qrCode ?? ""}
          src={`data:image/svg+xml,${encodeURIComponent(setup.qrCode)}`}
          alt={t("profile.factor.qrCode")}
          width={200}
          height={200}
        />
        <div>
          <p className="caption muted">{t("profile.factor.secret")}</p>
          <p className={styles.secret}>{inFours(setup.secret)}</p>
          <Anchor href={setup.uri}>{t("profile.factor.open")}</Anchor>
        </div>
        <TextInput
          label={t("account.code.digits")}
          {...DIGITS}
          value={code}
          error={wrong}
          onChange={(event) => setCode(event.currentTarget.value)}
          data-autofocus
        />
        <div role="alert">
          {confirm.error && !wrong && <Note tone="danger">{errorText(confirm.error)}</Note>}
        </div>
        <Button type="submit" loading={confirm.isPending} disabled={!code.trim()}>
          {t("profile.factor.begin")}
        </Button>
      </Stack>
    </form>
  );
}

/** Letters in groups that the eye keeps. */
function inFours(text: string): string {
  return text.match(/.{1,4}/g)?.join(" ") ?? text;
}
