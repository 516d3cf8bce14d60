// Linking a Google account with one's own: asks for the password first, where there is one.
import { Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "web-shared/api/problem";
import type { SessionUser } from "web-shared/api/session";
import { errorText, fieldError } from "web-shared/i18n/errors";
import { notifySuccess } from "web-shared/ui/notify";
import { PasswordField } from "web-shared/ui/PasswordField";
import { Note } from "web-shared/ui/Scene";
import { authConfigQuery, useGoogleLink } from "./api";
import { GoogleIdentity } from "./GoogleButton";

interface GoogleLinkProps {
  user: SessionUser;
  onLinked: (user: SessionUser) => void;
  /** The card around it. */
  frame: (children: React.ReactNode) => React.ReactNode;
}

/** Nothing where the school has not set Google up, unless an account is linked already. */
export function GoogleLink({ user, onLinked, frame }: GoogleLinkProps) {
  const { t } = useTranslation();
  const { data: config } = useQuery(authConfigQuery);
  if (user.googleLinked) return frame(<p>{t("account.googleLinked")}</p>);
  return config?.googleClientId ? frame(<Link user={user} onLinked={onLinked} />) : null;
}

function Link({ user, onLinked }: Omit<GoogleLinkProps, "frame">) {
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
                onLinked(linked);
              },
            },
          )
        }
      />
    </Stack>
  );
}
