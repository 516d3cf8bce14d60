// "J'ai déjà un compte": a switch that opens the sign-in in its place. Open by itself when an account is needed.
import { Switch } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { notifySuccess } from "web-shared/ui/notify";
import { Note } from "web-shared/ui/Scene";
import styles from "./Checkout.module.css";
import type { Login } from "./DetailsPage";

interface SignInProps {
  login: Login;
  /** Why an account is needed: the address has one, or the course is free. */
  asked: "taken" | "free" | null;
}

export function SignIn({ login, asked }: SignInProps) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<boolean | null>(null);
  const why = useRef<HTMLDivElement>(null);
  const opened = chosen ?? asked !== null;

  // The answer to a form far below: the reader is brought here.
  useEffect(() => {
    if (asked !== "taken") return;
    setChosen(null);
    why.current?.focus();
  }, [asked]);

  return (
    <section className={styles.card}>
      <Switch
        checked={opened}
        onChange={(event) => setChosen(event.currentTarget.checked)}
        label={t("booking.haveAccount")}
        description={t("booking.haveAccountHint")}
      />
      {opened && (
        <div className={styles.login}>
          <div ref={why} role="alert" tabIndex={-1}>
            {asked === "free" && <Note>{t("booking.freeHint")}</Note>}
            {asked === "taken" && (
              <Note tone="warning">
                <p>{t("booking.emailTaken")}</p>
                <p>{t("booking.emailTakenWay")}</p>
              </Note>
            )}
          </div>
          {login(() => notifySuccess(t("account.welcome")))}
        </div>
      )}
    </section>
  );
}
