// The second factor of staff: switched on in the profile, asked for at sign-in, required by the school, taken off again.
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { Caller } from "./support/api.ts";
import { password } from "./support/school.ts";
import { act, rowsOf } from "./support/staff.ts";
import { accessible, expect, test } from "./support/test.ts";
import { totp } from "./support/totp.ts";
import { enter } from "./support/visitor.ts";

const EDITOR = "editor@preau.test";
const ADMIN = "admin@preau.test";

const section = (page: Page) => page.getByRole("region", { name: "Double authentification" });
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });

/** In the profile, as far as the recovery codes; answers the secret and them. */
async function switchOn(page: Page) {
  await page.goto("/profile?tab=security");
  await section(page).getByRole("button", { name: "Activer" }).click();
  const setup = dialog(page, "Activer la double authentification");
  await setup.getByLabel("Mot de passe actuel").fill(password);
  await setup.getByRole("button", { name: "Continuer" }).click();
  const code = setup.getByLabel("Code à six chiffres");
  await expect(code).toHaveAttribute("autocomplete", "one-time-code");
  await expect(code).toHaveAttribute("inputmode", "numeric");
  const picture = setup.getByRole("img", { name: "Code QR" });
  await expect
    .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0);
  const secret = (await setup.getByText(/^([A-Z2-7]{4} ?){8}$/).innerText()).trim();
  await accessible(page);
  await code.fill(totp(secret));
  await setup.getByRole("button", { name: "Activer" }).click();
  const shown = dialog(page, "Vos codes de secours");
  await expect(shown.getByRole("listitem")).toHaveCount(10);
  const codes = await shown.getByRole("listitem").allInnerTexts();
  return { secret, codes, shown };
}

async function typePassword(page: Page, email: string) {
  await page.goto("/login");
  const form = dialog(page, "Se connecter");
  await form.getByLabel("Adresse e-mail").fill(email);
  await form.getByLabel("Mot de passe", { exact: true }).fill(password);
  await form.getByRole("button", { name: "Se connecter", exact: true }).click();
  return form;
}

/** Where staff arrives, and everything there was asked for. */
async function inDashboard(page: Page) {
  await expect(page).toHaveURL(/\/dashboard\/accueil$/);
  await expect(page.getByRole("heading", { name: /^Bonjour/ })).toBeVisible();
  await page.waitForLoadState("networkidle");
}

test.describe("staff", () => {
  test.use({ expectedFailures: [/^(401|422) POST \/api\/auth\/(login|second-factor)$/] });

  test("switches it on, signs in with a code and with a recovery code, and switches it off", async ({
    page,
  }) => {
    await typePassword(page, EDITOR);
    await inDashboard(page);
    const { secret, codes, shown } = await switchOn(page);
    const finish = shown.getByRole("button", { name: "Terminer" });
    await expect(finish).toBeDisabled();
    await accessible(page);
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      shown.getByRole("button", { name: "Télécharger" }).click(),
    ]);
    expect(await readFile(await file.path(), "utf8")).toBe(`${codes.join("\n")}\n`);
    await shown.getByLabel("Je les ai notés").click();
    await finish.click();
    await expect(section(page).getByText("Activée", { exact: true })).toBeVisible();
    await expect(section(page)).toContainText("Il vous reste 10 codes de secours.");

    const signOut = () => page.evaluate(() => sessionStorage.clear());
    await signOut();
    const form = await typePassword(page, EDITOR);
    const code = form.getByLabel("Code à six chiffres");
    await expect(code).toBeFocused();
    await accessible(page);
    await code.fill("000000");
    await form.getByRole("button", { name: "Se connecter", exact: true }).click();
    await expect(form.getByText("Ce code n’est pas valable.")).toBeVisible();
    await code.fill(totp(secret, 1));
    await form.getByRole("button", { name: "Se connecter", exact: true }).click();
    await inDashboard(page);

    await signOut();
    const again = await typePassword(page, EDITOR);
    await again.getByRole("button", { name: "Utiliser un code de secours" }).click();
    await again.getByLabel("Code de secours").fill(codes[0]?.toLowerCase() ?? "");
    await again.getByRole("button", { name: "Se connecter", exact: true }).click();
    await inDashboard(page);

    await page.goto("/profile?tab=security");
    await expect(section(page)).toContainText("Il vous reste 9 codes de secours.");
    await section(page).getByRole("button", { name: "Désactiver" }).click();
    const end = dialog(page, "Désactiver la double authentification ?");
    await end.getByLabel("Code du téléphone ou code de secours").fill(codes[1] ?? "");
    await end.getByRole("button", { name: "Désactiver" }).click();
    await expect(section(page).getByText("Désactivée", { exact: true })).toBeVisible();
    await signOut();
    await typePassword(page, EDITOR);
    await inDashboard(page);
  });
});

test.describe("a school", () => {
  test.use({ expectedFailures: [/^409 PUT \/api\/settings\/second-factor$|^403 GET \/api\//] });

  test("requires it, leads staff to it, and an administrator takes it off somebody", async ({
    page,
    school,
    browser,
  }) => {
    await enter(page, await new Caller(school.url).signIn(ADMIN, password));
    await page.goto("/dashboard/school/settings");
    const required = page.getByRole("switch", { name: "Obligatoire pour l’équipe" });
    await required.click();
    await expect(page.getByText(/Activez d’abord la double authentification/)).toBeVisible();
    await expect(required).not.toBeChecked();
    await switchOn(page);
    await page.goto("/dashboard/school/settings");
    await required.click();
    await expect(page.getByText("Le réglage est enregistré.").first()).toBeVisible();
    await accessible(page);

    const context = await browser.newContext({ baseURL: school.url });
    const staff = await context.newPage();
    await typePassword(staff, EDITOR);
    await expect(staff).toHaveURL(/\/profile\?tab=security$/);
    await expect(section(staff).getByText(/Activez-la ici/)).toBeVisible();
    await staff.goto("/dashboard");
    await expect(staff).toHaveURL(/\/profile\?tab=security$/);
    const { shown } = await switchOn(staff);
    await shown.getByLabel("Je les ai notés").click();
    await shown.getByRole("button", { name: "Terminer" }).click();
    await expect(section(staff).getByRole("button", { name: "Désactiver" })).toHaveCount(0);
    await staff.goto("/dashboard");
    await expect(staff).toHaveURL(/\/dashboard\/accueil$/);

    await page.goto("/dashboard/user-management");
    await page.getByRole("searchbox").fill(EDITOR);
    await act(
      rowsOf(page).filter({ hasText: EDITOR }),
      /^Réinitialiser la double authentification : Paul/,
    );
    const reset = dialog(page, "Réinitialiser la double authentification ?");
    await reset.getByRole("button", { name: "Réinitialiser" }).click();
    await expect(reset).toBeHidden();
    await staff.goto("/dashboard/course/list");
    await expect(staff).toHaveURL(/\/profile\?tab=security$/);
    await context.close();
  });
});
