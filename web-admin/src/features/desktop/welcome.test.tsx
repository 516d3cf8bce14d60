// Signing in: to the school that is shown and to no other; what is locked on this computer can be erased.
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { ApiError, type Problem } from "web-shared/api/problem";
import { browser } from "../../platform/browser";
import { runOn } from "../../platform/platform";
import { STATE } from "./fixtures";
import { openApp, show } from "./support";
import { WelcomePage } from "./WelcomePage";

afterEach(() => runOn(browser));

const problem = (status: number, rest: object) =>
  new ApiError({ status, message: "", ...rest } as unknown as Problem);
const LEA = {
  id: "ab",
  school: "Préau",
  address: "https://ecole.fr",
  email: "lea@ecole.fr",
  name: "Léa B",
  current: false,
};
const signedOut = { user: null, connection: "signed_out" as const };

test("the address that is shown goes with the password, and a refusal of it is said", async () => {
  const signIn = vi.fn(async () => {
    throw problem(422, {
      code: "other_school",
      fields: [{ name: "address", code: "other_school", message: "" }],
    });
  });
  openApp(signedOut, { signIn });
  show(<WelcomePage />);
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText(/Adresse e-mail/), "lea@ecole.fr");
  await user.type(screen.getByLabelText(/^Mot de passe/), "secret");
  await user.click(screen.getByRole("button", { name: "Se connecter" }));
  await waitFor(() =>
    expect(signIn).toHaveBeenCalledWith(expect.objectContaining({ address: "https://ecole.fr" })),
  );
  expect(await screen.findByText(/une autre école que celle affichée/)).toBeTruthy();
});

test("the browser is opened for the school that is shown", async () => {
  const signInOutside = vi.fn(async () => ({ address: "https://ecole.fr/bureau" }));
  openApp(signedOut, { signInOutside });
  show(<WelcomePage />);
  await userEvent.click(await screen.findByRole("button", { name: /dans le navigateur/ }));
  expect(signInOutside).toHaveBeenCalledWith("https://ecole.fr");
});

test("a locked account asks for its password and may be erased, after what is lost was said", async () => {
  const removeProfile = vi.fn(async (_: string, force: boolean) => {
    if (!force) {
      throw problem(409, { code: "operations_waiting", params: { count: 2, drafts: 1 } });
    }
  });
  openApp({ ...signedOut, locked: LEA }, { profiles: async () => [LEA], removeProfile });
  show(<WelcomePage />);
  const user = userEvent.setup();
  const email = await screen.findByLabelText<HTMLInputElement>(/Adresse e-mail/);
  expect(email.value).toBe("lea@ecole.fr");
  await user.click(screen.getByRole("button", { name: /Effacer ce compte/ }));
  expect(removeProfile).not.toHaveBeenCalled();
  await user.click(await screen.findByRole("button", { name: "Retirer" }));
  expect(await screen.findByText(/2 changements n’ont jamais été envoyés/)).toBeTruthy();
  expect(screen.getByText(/1 brouillon n’existe que sur cet ordinateur/)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Retirer" }));
  await waitFor(() => expect(removeProfile).toHaveBeenLastCalledWith("ab", true));
});

test("a disk that hinders the account is no sign-out", async () => {
  const sync = vi.fn(async () => undefined);
  openApp({ ...STATE, connection: "offline", disk: "full" }, { sync, profiles: async () => [LEA] });
  show(<WelcomePage />);
  expect((await screen.findByRole("alert")).textContent).toMatch(/Le disque est plein/);
  expect(screen.queryByLabelText(/Mot de passe/)).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Réessayer" }));
  expect(sync).toHaveBeenCalled();
});
