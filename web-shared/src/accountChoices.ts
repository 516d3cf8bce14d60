// Language and size of the text on the account of who is signed in: kept when they are chosen, and taken over by the
// device when somebody signs in there.
import { api, unwrap } from "./api/client";
import { currentSession, subscribe, updateUser } from "./api/session";
import type { InterfaceLanguage } from "./i18n/i18n";
import { applyFontSize, chooseLanguage, fontSizes } from "./preferences";

export interface Choices {
  language: InterfaceLanguage;
  fontSize: number;
}

/** Keeps choices on the account of who is signed in; nobody signed in, nothing to keep. */
export async function keepOnAccount(choices: Partial<Choices>): Promise<void> {
  const id = currentSession()?.user.id;
  if (id === undefined) return;
  updateUser(await unwrap(api.PUT("/users/{id}", { params: { path: { id } }, body: choices })));
}

/** From now on whoever signs in finds their own language and size. */
export function followAccount(): void {
  let known = currentSession()?.user.id;
  subscribe(() => {
    const user = currentSession()?.user;
    if (user?.id === known) return;
    known = user?.id;
    if (!user) return;
    // The usual size is what an account has before anything was chosen: it must not shrink the text of this device.
    if (user.fontSize !== fontSizes.usual) applyFontSize(user.fontSize);
    // Without the texts of that language the page stays readable in the present one.
    chooseLanguage(user.language).catch(() => undefined);
  });
}
