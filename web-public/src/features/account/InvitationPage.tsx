// `/invitation#token`: where the mail to a teacher leads. Whoever has an account signs in and accepts; whoever has none
// chooses a password. Then the dashboard opens.
import { Button, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { endSession, type SessionUser, useSession } from "web-shared/api/session";
import { errorText, fieldError } from "web-shared/i18n/errors";
import { Page, PageBody, PageHeader } from "web-shared/ui/Page";
import { PasswordField, PasswordStrength } from "web-shared/ui/PasswordField";
import { PASSWORD_MIN, passwordLength } from "web-shared/ui/password";
import { EmptyState, FailedState, Note, Waiting } from "web-shared/ui/Scene";
import type { Stop } from "./api";
import { type Invitation, invitationQuery, isInvalid, useAccept } from "./invitation";
import { SignInSteps } from "./SignInSteps";

interface InvitationPageProps {
  /** The address of the sign-in. */
  signIn: string;
  /** Leaves the site for this address. */
  leave?: (address: string) => void;
}

export function InvitationPage({ signIn, leave = goTo }: InvitationPageProps) {
  const { t } = useTranslation();
  const token = useLocation().hash.slice(1);
  const { data, error, refetch } = useQuery({ ...invitationQuery(token), enabled: token !== "" });
  const broken = !token || isInvalid(error);
  const [accepted, setAccepted] = useState(false);

  function enter({ secondFactorMissing }: SessionUser) {
    setAccepted(true); // what was known before is forgotten with the new session
    leave(secondFactorMissing ? "/profile?tab=security" : "/dashboard");
  }

  return (
    <Page title={t("invitation.title")}>
      <PageHeader
        title={t("invitation.title")}
        lead={data ? t("invitation.lead", { name: data.teacherName }) : null}
      />
      <PageBody narrow>
        {accepted ? (
          <Waiting />
        ) : data ? (
          <Answer invitation={data} token={token} signIn={signIn} onSignedIn={enter} />
        ) : broken ? (
          <EmptyState scene="bulles">
            <span role="alert">{t("invitation.broken")}</span>
          </EmptyState>
        ) : error ? (
          <FailedState error={error} onRetry={() => void refetch()} />
        ) : (
          <Waiting />
        )}
      </PageBody>
    </Page>
  );
}

function goTo(address: string) {
  window.location.assign(address);
}

interface AnswerProps {
  invitation: Invitation;
  token: string;
  signIn: string;
  onSignedIn: (user: SessionUser) => void;
}

function Answer({ invitation, token, signIn, onSignedIn }: AnswerProps) {
  const session = useSession();
  const back = `${signIn}?next=${encodeURIComponent(`/invitation#${token}`)}`;
  if (invitation.hasAccount && session?.user.email !== invitation.email) {
    return <SignInFirst invitation={invitation} back={back} other={session?.user.email ?? null} />;
  }
  return (
    <SignInSteps onSignedIn={onSignedIn}>
      {(onAnswer) =>
        invitation.hasAccount ? (
          <Accept token={token} email={invitation.email} onAnswer={onAnswer} />
        ) : (
          <Choose token={token} email={invitation.email} onAnswer={onAnswer} />
        )
      }
    </SignInSteps>
  );
}

/** The account of this address must be signed in; another one may be. */
function SignInFirst(props: { invitation: Invitation; back: string; other: string | null }) {
  const { t } = useTranslation();
  const { email } = props.invitation;
  return (
    <Stack gap="md" align="flex-start">
      <p>{t("invitation.signIn", { email })}</p>
      {props.other && <Note tone="warning">{t("invitation.other", { email: props.other })}</Note>}
      <Button component={Link} to={props.back} onClick={endSession}>
        {t("account.login")}
      </Button>
    </Stack>
  );
}

interface StepProps {
  token: string;
  email: string;
  onAnswer: (stop: Stop) => void;
}

function Accept({ token, email, onAnswer }: StepProps) {
  const { t } = useTranslation();
  const accept = useAccept(token);
  return (
    <Stack gap="md" align="flex-start">
      <p>{t("invitation.asWho", { email })}</p>
      <Failure error={accept.error} />
      <Button
        loading={accept.isPending}
        onClick={() => accept.mutate(null, { onSuccess: onAnswer })}
      >
        {t("invitation.accept")}
      </Button>
    </Stack>
  );
}

function Choose({ token, email, onAnswer }: StepProps) {
  const { t } = useTranslation();
  const accept = useAccept(token);
  const [password, setPassword] = useState("");
  const [tried, setTried] = useState(false);
  const tooShort = passwordLength(password) < PASSWORD_MIN;
  const refused = fieldError(accept.error, "password");

  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (!tooShort) accept.mutate(password, { onSuccess: onAnswer });
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <p>{t("invitation.choose", { email })}</p>
        <input type="hidden" autoComplete="username" value={email} readOnly />
        <PasswordField
          label={t("account.newPassword")}
          autoComplete="new-password"
          value={password}
          error={tried && tooShort ? t("account.passwordTooShort") : refused}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <PasswordStrength password={password} />
        <Failure error={refused ? null : accept.error} />
        <Button type="submit" loading={accept.isPending}>
          {t("invitation.accept")}
        </Button>
      </Stack>
    </form>
  );
}

function Failure({ error }: { error: unknown }): ReactNode {
  return <div role="alert">{Boolean(error) && <Note tone="danger">{errorText(error)}</Note>}</div>;
}
