// Linking a Google account with one's own and unlinking it: asks for the password first, where there is one.
import { Button, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "web-shared/api/problem";
import type { SessionUser } from "web-shared/api/session";
import { errorText, fieldError } from "web-shared/i18n/errors";
import { notifySuccess } from "web-shared/ui/notify";
import { PasswordField } from "web-shared/ui/PasswordField";
import { Note } from "web-shared/ui/Scene";
import { authConfigQuery, useGoogleLink, useGoogleUnlink } from "./api";
import { GoogleIdentity } from "./GoogleButton";

interface GoogleLinkProps {
  user: SessionUser;
  /** It was linked or unlinked. */
  onChanged: (user: SessionUser) => void;
  /** The card around it. */
  frame: (children: React.ReactNode) => React.ReactNode;
}

/** Nothing where the school has not set Google up, unless an account is linked already. */
export function GoogleLink({ user, onChanged, frame }: GoogleLinkProps) {
  const { data: config } = useQuery(authConfigQuery);
  if (user.googleLinked) return frame(<Unlink user={user} onChanged={onChanged} />);
  return config?.googleClientId ? frame(<Link user={user} onChanged={onChanged} />) : null;
}

function Unlink({ user, onChanged }: Omit<GoogleLinkProps, "frame">) {
  const { t } = useTranslation();
  const [password, setPassword] = useState("");
  const unlink = useGoogleUnlink();
  const wrong = fieldError(unlink.error, "currentPassword");

  function submit(event: FormEvent) {
    event.preventDefault();
    unlink.mutate(password, {
      onSuccess: (unlinked) => {
        notifySuccess(t("account.googleUndone"));
        onChanged(unlinked);
      },
    });
  }

  if (!user.hasPassword) {
    return (
      <>
        <p>{t("account.googleLinked")}</p>
        <p className="muted">{t("account.googleOnlyWay")}</p>
      </>
    );
  }
  return (
    <Stack gap="md" maw={420} component="form" onSubmit={submit}>
      <p>{t("account.googleLinked")}</p>
      <PasswordField
        label={t("account.currentPassword")}
        autoComplete="current-password"
        value={password}
        error={wrong}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <div role="alert">
        {unlink.error && !wrong && <Note tone="danger">{errorText(unlink.error)}</Note>}
      </div>
      <div>
        <Button type="submit" variant="light" loading={unlink.isPending}>
          {t("account.googleUnlink")}
        </Button>
      </div>
    </Stack>
  );
}

function Link({ user, onChanged }: Omit<GoogleLinkProps, "frame">) {
  const { t } = useTranslation();
  const [password, setPassword] = useState("");
  const link = useGoogleLink();
  const wrong = fieldError(link.error, "currentPassword");
  const taken = link.error instanceof ApiError && link.error.status === 409;
  return (
    <Stack gap="md" maw={420}>
      <p className="muted">{t("account.googleUnlinked")}</p>
      {user.hasPassword && (
        <PasswordField
          label={t("account.currentPassword")}
          autoComplete="current-password"
          value={password}
          error={wrong}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
      )}
      <div role="alert">
        {link.error && !wrong && (
          <Note tone="danger">{taken ? t("account.googleTaken") : errorText(link.error)}</Note>
        )}
      </div>
      <GoogleIdentity
        purpose="continue_with"
        onTicket={(ticket) =>
          link.mutate(
            { ...ticket, currentPassword: user.hasPassword ? password : null },
            {
              onSuccess: (linked) => {
                notifySuccess(t("account.googleDone"));
                onChanged(linked);
              },
            },
          )
        }
      />
    </Stack>
  );
}
