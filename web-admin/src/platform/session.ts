// Who is signed in, as the app says. The tokens stay there: the page's own session only says that there is one.
import { type SessionUser, startSession } from "web-shared/api/session";

const KEPT_BY_THE_APP = { accessToken: "desktop", refreshToken: "desktop" };

export function enter(user: SessionUser): void {
  startSession({ ...KEPT_BY_THE_APP, user }, false);
}
