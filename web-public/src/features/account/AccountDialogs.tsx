// The three account dialogs: sign in, sign up, forgotten password. Each closes when another opens.
import { Anchor, Button, Modal, Stack } from "@mantine/core";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Navigate, useNavigate } from "react-router";
import { api, unwrap } from "web-shared/api/client";
import { currentSession, type Role, type SessionUser } from "web-shared/api/session";
import { notifyFailure, notifySuccess } from "web-shared/ui/notify";
import { ForgotForm } from "./ForgotForm";
import { GoogleButton } from "./GoogleButton";
import { LoginForm } from "./LoginForm";
import { SignInSteps } from "./SignInSteps";
import { SignupForm } from "./SignupForm";
import { type AccountDialog, useAccountDialog } from "./useAccountDialog";

const TITLES = {
  login: "account.loginTitle",
  signup: "account.signupTitle",
  forgot: "account.forgotTitle",
} as const;

const WORK_IN_DASHBOARD: readonly Role[] = ["ADMIN", "EDITOR", "TEACHER"];

export function AccountDialogs() {
  const { t } = useTranslation();
  const { shown, next, open, close } = useAccountDialog();
  const enter = useEntrance();
  const [known] = useState(currentSession);
  useFocusBack();
  if (!shown) return null;
  // Whoever comes back to an old sign-in has nothing to do there.
  if (known) return isOutside(next) ? <Outside to={next} /> : <Navigate to={next ?? "/"} replace />;

  function welcome(user: SessionUser) {
    notifySuccess(t("account.welcome"));
    void enter(user);
  }

  return (
    <Modal
      key={shown}
      opened
      onClose={() => void close()}
      title={t(TITLES[shown])}
      closeButtonProps={{ "aria-label": t("common.close") }}
    >
      {shown === "login" && <Login onSignedIn={welcome} onOpen={open} />}
      {shown === "signup" && (
        <SignInSteps onSignedIn={welcome}>
          {(onAnswer) => (
            <Stack gap="md">
              <SignupForm onDone={() => void close()} />
              <GoogleButton purpose="signup_with" onAnswer={onAnswer} />
              <Button variant="subtle" onClick={() => open("login")}>
                {t("account.haveAccount")}
              </Button>
            </Stack>
          )}
        </SignInSteps>
      )}
      {shown === "forgot" && <ForgotForm onBack={() => open("login")} />}
    </Modal>
  );
}

function Login(props: {
  onSignedIn: (user: SessionUser) => void;
  onOpen: (dialog: AccountDialog) => void;
}) {
  const { t } = useTranslation();
  const [rememberMe, setRememberMe] = useState(false);
  return (
    <SignInSteps onSignedIn={props.onSignedIn}>
      {(onAnswer) => (
        <Stack gap="md">
          <LoginForm
            onAnswer={onAnswer}
            rememberMe={rememberMe}
            onRememberMe={setRememberMe}
            forgotten={
              <Anchor component="button" type="button" onClick={() => props.onOpen("forgot")}>
                {t("account.forgotten")}
              </Anchor>
            }
          />
          <GoogleButton purpose="signin_with" rememberMe={rememberMe} onAnswer={onAnswer} />
          <Button variant="subtle" onClick={() => props.onOpen("signup")}>
            {t("account.noAccount")}
          </Button>
        </Stack>
      )}
    </SignInSteps>
  );
}

/** Where the reader goes after signing in: back to what they asked for, else where their role works. */
function useEntrance() {
  const { t } = useTranslation();
  const { next } = useAccountDialog();
  const navigate = useNavigate();
  return async ({ id, role, secondFactorMissing }: SessionUser) => {
    // Nothing else of the school opens to staff before.
    if (secondFactorMissing) return void navigate("/profile?tab=security", { replace: true });
    if (isOutside(next)) return window.location.assign(next);
    if (next) return void navigate(next, { replace: true });
    if (WORK_IN_DASHBOARD.includes(role)) return window.location.assign("/dashboard");
    if (role !== "STUDENT") notifyFailure(t("account.roleUnknown"));
    return void navigate((await learns(id)) ? "/profile/subscriptions" : "/");
  };
}

/** Whether a path is one of the dashboard: a full load, not a route. */
function isOutside(path: string | null): path is string {
  return path !== null && /^\/dashboard(?![^/?#])/.test(path);
}

function Outside({ to }: { to: string }) {
  useEffect(() => window.location.replace(to), [to]);
  return null;
}

/** Whether somebody has a course to go on with; while that cannot be said, not. Asked for here: what was known before is
 * forgotten as soon as somebody signs in. */
async function learns(userId: number): Promise<boolean> {
  const mine = unwrap(api.GET("/subscriptions/user/{userId}", { params: { path: { userId } } }));
  return mine.then(
    (subscriptions) => subscriptions.some(({ canAccess }) => canAccess),
    () => false,
  );
}

/** The dialogs are drawn only while one is open, so the button that opened them is remembered here. */
function useFocusBack() {
  const [opener] = useState(() => globalThis.document?.activeElement);
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    },
    [opener],
  );
}
