// Signing out: leaves at once; the server is told on the way.
import { api } from "web-shared/api/client";
import { leaveSession } from "web-shared/api/session";
import { chooseToLeave } from "../ui/leaving";

export async function leave(): Promise<void> {
  chooseToLeave();
  await api.POST("/auth/logout", {}).catch(() => null);
  leaveSession();
}
