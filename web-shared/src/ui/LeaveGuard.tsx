// Asks before something unsaved is lost: on the way to another page or tab, and when the window closes.
import { Button, Modal } from "@mantine/core";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { type Location, useBlocker } from "react-router";
import { currentSession } from "../api/session";
import { DialogActions } from "./Confirm";
import { TAB } from "./PageTabs";

interface GuardProps {
  /** Whoever was asked leaves nevertheless. */
  onLeave?: () => void;
  /** Whoever is not signed in has something to lose as well. */
  visitors?: boolean;
  /** What is asked, where it is not about changes that are to be saved. */
  words?: { title: string; text: string; leave: string };
}

interface LeaveGuardProps extends GuardProps {
  unsaved: boolean;
}

/** A router asks only the blocker that was added last: a form without anything unsaved adds none. */
export function LeaveGuard({ unsaved, ...props }: LeaveGuardProps) {
  return unsaved && <Guard {...props} />;
}

function Guard({ onLeave, visitors = false, words }: GuardProps) {
  const { t } = useTranslation();
  // Whoever has signed out has nothing to save any more.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      (visitors || currentSession() !== null) && placeOf(currentLocation) !== placeOf(nextLocation),
  );

  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, []);

  function leave() {
    onLeave?.();
    blocker.proceed?.();
  }

  return (
    <Modal
      opened={blocker.state === "blocked"}
      onClose={() => blocker.reset?.()}
      title={words?.title ?? t("profile.unsaved.title")}
      closeButtonProps={{ "aria-label": t("common.close") }}
    >
      <p>{words?.text ?? t("profile.unsaved.text")}</p>
      <DialogActions>
        <Button variant="outline" onClick={leave}>
          {words?.leave ?? t("profile.unsaved.leave")}
        </Button>
        <Button onClick={() => blocker.reset?.()} data-autofocus>
          {t("profile.unsaved.stay")}
        </Button>
      </DialogActions>
    </Modal>
  );
}

function placeOf({ pathname, search }: Location): string {
  return `${pathname} ${new URLSearchParams(search).get(TAB) ?? ""}`;
}
