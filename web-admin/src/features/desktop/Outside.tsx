// Signing in on the school's own page, in the system's browser. This page waits until the app says who it was.
import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { errorText } from "web-shared/i18n/errors";
import { Icon } from "web-shared/ui/Icon";
import { Note } from "web-shared/ui/Scene";
import type { State } from "../../platform/local";
import { theApp } from "../../platform/platform";
import { CopyButton } from "./CopyButton";
import { problemText } from "./problems";
import styles from "./Welcome.module.css";

interface OutsideProps {
  /** The school that is shown. */
  address: string;
  state: State;
  /** The school's page knows Google accounts. */
  google: boolean;
  onWaiting: (waiting: boolean) => void;
}

export function Outside({ address, state, google, onWaiting }: OutsideProps) {
  const { t } = useTranslation();
  const problem = state.signInProblem;
  const asking = useMutation({
    mutationFn: () => theApp().signInOutside(address),
    onSuccess: () => onWaiting(true),
  });
  const cancel = () => {
    void theApp()
      .cancelSignIn()
      .catch(() => undefined); // whatever still waits there leads nowhere
    asking.reset();
    onWaiting(false);
  };
  const { reset } = asking;
  // Somebody refused there, or was nobody of the staff: both ways are open again.
  useEffect(() => {
    if (!problem) return;
    reset();
    onWaiting(false);
  }, [problem, reset, onWaiting]);

  if (asking.data) return <Pending address={asking.data.address} onCancel={cancel} />;
  const failure = asking.error ? errorText(asking.error) : problem && problemText(problem);
  return (
    <div className={styles.outside}>
      <Button
        variant="outline"
        leftSection={<Icon name="arrow-square-out" />}
        loading={asking.isPending}
        onClick={() => asking.mutate()}
      >
        {t("dashboard.desktop.welcome.outside")}
      </Button>
      <p className="muted small">
        {t(`dashboard.desktop.welcome.${google ? "outsideGoogle" : "outsideHint"}`)}
      </p>
      <div role="alert">{failure && <Note tone="danger">{failure}</Note>}</div>
    </div>
  );
}

function Pending({ address, onCancel }: { address: string; onCancel: () => void }) {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={styles.waiting}>
      <h2 ref={heading} tabIndex={-1}>
        {t("dashboard.desktop.welcome.pending")}
      </h2>
      <p>{t("dashboard.desktop.welcome.pendingText")}</p>
      <div className={styles.buttons}>
        <CopyButton
          text={address}
          name={t("dashboard.desktop.welcome.outside")}
          words={t("dashboard.desktop.welcome.copyAddress")}
        />
        <Button variant="outline" size="sm" onClick={onCancel}>
          {t("profile.cancel")}
        </Button>
      </div>
    </div>
  );
}
