// Short messages at the edge of the screen. Good news leaves after six seconds, errors stay until closed.
import { notifications } from "@mantine/notifications";

export function notifySuccess(message: string): void {
  notifications.show({ message, color: "green", role: "status" });
}

export function notifyFailure(message: string): void {
  notifications.show({ message, color: "red", role: "alert", autoClose: false });
}
