// Short messages at the edge of the screen. Good news leaves after six seconds, errors stay until closed.
import type { NotificationData } from "@mantine/notifications";
import i18next from "i18next";
import type { ReactNode } from "react";

/** Told once while it stands there, however often a button was pressed. */
export function notifySuccess(message: string): void {
  show({ id: message, message, color: "green", role: "status" });
}

/** Good news with something to press: it stays until closed. */
export function notifyResult(message: ReactNode): void {
  show({ message, color: "green", role: "status", autoClose: false });
}

const TO_UNDO = 10_000; // milliseconds

/** Good news that can be taken back while it stands there. */
export function notifyUndoable(message: ReactNode): void {
  show({ message, color: "green", role: "status", autoClose: TO_UNDO });
}

export function notifyFailure(message: string): void {
  show({ message, color: "red", role: "alert", autoClose: false });
}

/** Neither good nor bad, but worth knowing. */
export function notifyNote(message: string): void {
  show({ id: message, message, role: "status" });
}

/** A note of these words is no longer true: it leaves before its time, and covers nothing. */
export function withdrawNote(message: string): void {
  void import("@mantine/notifications").then(({ notifications }) => notifications.hide(message));
}

/** The page fetched this code when it came to rest (Provider), so that a lost network can still be told. */
function show(message: NotificationData): void {
  const closeButtonProps = { "aria-label": i18next.t("common.close") };
  void import("@mantine/notifications").then(({ notifications }) =>
    notifications.show({ ...message, closeButtonProps }),
  );
}
