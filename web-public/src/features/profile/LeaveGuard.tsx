// Asks before something unsaved is lost: on the way to another page or tab of the profile, and when the window closes.
import { Button, Modal } from "@mantine/core";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { type Location, useBlocker } from "react-router";
import { currentSession } from "web-shared/api/session";
import { TAB } from "web-shared/ui/PageTabs";
import styles from "./Profile.module.css";

export function LeaveGuard({ unsaved }: { unsaved: boolean }) {
  const { t } = useTranslation();
  // Whoever has signed out has nothing to save any more.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsaved && currentSession() !== null && placeOf(currentLocation) !== placeOf(nextLocation),
  );

  useEffect(() => {
    if (!unsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [unsaved]);

  return (
    <Modal
      opened={blocker.state === "blocked"}
      onClose={() => blocker.reset?.()}
      title={t("profile.unsaved.title")}
      closeButtonProps={{ "aria-label": t("common.close") }}
    >
      <p>{t("profile.unsaved.text")}</p>
      <div className={styles.dialogActions}>
        <Button variant="outline" onClick={() => blocker.proceed?.()}>
          {t("profile.unsaved.leave")}
        </Button>
        <Button onClick={() => blocker.reset?.()} data-autofocus>
          {t("profile.unsaved.stay")}
        </Button>
      </div>
    </Modal>
  );
}

function placeOf({ pathname, search }: Location): string {
  return `${pathname} ${new URLSearchParams(search).get(TAB) ?? ""}`;
}
