// Who one is at the school: by e-mail and password here, or by the school's own page in the system's browser.
import { Button, Checkbox, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { ApiError, challengeOf } from "web-shared/api/problem";
import { errorText, fieldError } from "web-shared/i18n/errors";
import { CodeStep, isExpired } from "web-shared/ui/CodeStep";
import { PasswordField } from "web-shared/ui/PasswordField";
import { Note } from "web-shared/ui/Scene";
import type { FoundSchool, Profile, State } from "../../platform/local";
import { theApp } from "../../platform/platform";
import { enter } from "../../platform/session";
import { stateQuery } from "../../platform/state";
import type { Credentials } from "../../platform/types";
import { Outside } from "./Outside";
import { Removal } from "./Profiles";
import styles from "./Welcome.module.css";

interface SignInProps {
  school: Partial<FoundSchool> & { name: string; address: string };
  state: State;
  onOtherSchool: () => void;
}

export function SignIn({ school, state, onOtherSchool }: SignInProps) {
  const { t } = useTranslation();
  const [outside, setOutside] = useState(false);
  const [challenge, setChallenge] = useState<string | null>(null);
  const [interrupted, setInterrupted] = useState<unknown>(null);
  function back(reason: unknown) {
    setChallenge(null);
    setInterrupted(reason);
  }
  const { address } = school;
  if (challenge !== null) return <Code address={address} challenge={challenge} onBack={back} />;
  return (
    <>
      <div className={styles.school}>
        <p>
          <b>{school.name}</b>
          <small>{address}</small>
        </p>
        {!outside && (
          <Button variant="subtle" size="sm" onClick={onOtherSchool}>
            {t("dashboard.desktop.welcome.otherSchool")}
          </Button>
        )}
      </div>
      {state.user && <Again state={state} />}
      {state.locked && <Locked profile={state.locked} />}
      {!outside && (
        <>
          <div role="alert">
            {Boolean(interrupted) && <Note tone="warning">{errorText(interrupted)}</Note>}
          </div>
          <Password
            address={address}
            email={state.user?.email ?? state.locked?.email ?? ""}
            onChallenge={setChallenge}
          />
          <p className={styles.or}>{t("dashboard.desktop.welcome.or")}</p>
        </>
      )}
      <Outside
        address={address}
        state={state}
        google={school.google ?? false}
        onWaiting={setOutside}
      />
    </>
  );
}

/** The school knows this computer no more: what waits is sent after the next sign-in, and until then one may write on. */
function Again({ state: { user, copied } }: { state: State }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <Note tone="warning">
      <p>{t("dashboard.desktop.welcome.again")}</p>
      {user && copied && (
        <Button
          variant="subtle"
          size="sm"
          onClick={() => {
            enter(user);
            void navigate("/accueil");
          }}
        >
          {t("dashboard.desktop.welcome.goOn")}
        </Button>
      )}
    </Note>
  );
}

/** What lies here of a signed-out account is shown to nobody else; whoever does not come back may erase it. */
function Locked({ profile }: { profile: Profile }) {
  const { t } = useTranslation();
  const [erasing, setErasing] = useState(false);
  return (
    <Note>
      <p>{t("dashboard.desktop.welcome.locked", { email: profile.email })}</p>
      <Button variant="subtle" color="red" size="sm" onClick={() => setErasing(true)}>
        {t("dashboard.desktop.welcome.erase")}
      </Button>
      {erasing && <Removal profile={profile} onClose={() => setErasing(false)} />}
    </Note>
  );
}

/** The password was right; the school asks for the second factor. */
function Code(props: { address: string; challenge: string; onBack: (reason: unknown) => void }) {
  const queries = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (code: string) => {
      const { address, challenge } = props;
      return theApp().answerChallenge({ address, challenge, code });
    },
    onSuccess: (state) => queries.setQueryData(stateQuery.queryKey, state),
    onError: (reason) => isExpired(reason) && props.onBack(reason),
  });
  return (
    <CodeStep busy={isPending} error={error} onCode={mutate} onBack={() => props.onBack(null)} />
  );
}

interface PasswordProps {
  /** The school that is shown: the password is for no other. */
  address: string;
  email: string;
  onChallenge: (challenge: string) => void;
}

function Password({ address, email: known, onChallenge }: PasswordProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [typed, setTyped] = useState({ email: known, password: "", rememberMe: true });
  const [asked, setAsked] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (who: Typed) => theApp().signIn({ address, ...who }),
    onSuccess: (state) => queries.setQueryData(stateQuery.queryKey, state),
    onError: (reason) => {
      const challenge = challengeOf(reason);
      if (challenge === null) setTimeout(() => firstWrong(form.current)?.focus());
      else onChallenge(challenge);
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    if (typed.email.trim() && typed.password && !isPending) mutate(typed);
    else setTimeout(() => firstWrong(form.current)?.focus());
  }
  function edit(change: Partial<Typed>) {
    setTyped({ ...typed, ...change });
    reset();
  }
  const errorOf = (name: "email" | "password") =>
    asked && !typed[name].trim() ? t("errors.required") : fieldError(error, name);

  return (
    <form ref={form} onSubmit={submit} noValidate>
      <TextInput
        label={t("account.email")}
        type="email"
        autoComplete="username"
        autoFocus={!known}
        value={typed.email}
        onChange={(event) => edit({ email: event.currentTarget.value })}
        error={errorOf("email")}
      />
      <PasswordField
        label={t("account.password")}
        autoComplete="current-password"
        autoFocus={Boolean(known)}
        value={typed.password}
        onChange={(event) => edit({ password: event.currentTarget.value })}
        error={errorOf("password")}
      />
      <Checkbox
        label={t("dashboard.desktop.welcome.remember")}
        checked={typed.rememberMe}
        onChange={(event) => edit({ rememberMe: event.currentTarget.checked })}
      />
      <div role="alert">
        {error && !namesField(error) && (
          <Note tone="danger">
            {isRefused(error)
              ? t("dashboard.desktop.welcome.wrong")
              : (fieldError(error, "address") ?? errorText(error))}
          </Note>
        )}
      </div>
      <Button type="submit" loading={isPending}>
        {t("account.login")}
      </Button>
    </form>
  );
}

type Typed = Omit<Credentials, "address">;

const namesField = (error: unknown) =>
  fieldError(error, "email") !== undefined || fieldError(error, "password") !== undefined;

const isRefused = (error: unknown) => error instanceof ApiError && error.code === "login_failed";

const firstWrong = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLElement>("[aria-invalid=true]");
