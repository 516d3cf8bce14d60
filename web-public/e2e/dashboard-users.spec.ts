// Users: found page by page, created once with a password that is handed over, changed against somebody else's change,
// let go; the last administrator stays.
import type { Page } from "@playwright/test";
import { Caller } from "./support/api.ts";
import { focused } from "./support/keyboard.ts";
import { password, type School } from "./support/school.ts";
import { accessibleEverywhere } from "./support/sizes.ts";
import { act, inMenu, moreOf, rowsOf, signOut } from "./support/staff.ts";
import { accessible, expect, test } from "./support/test.ts";
import { enter } from "./support/visitor.ts";

const USERS = "/dashboard/user-management";

async function admin(page: Page, school: School): Promise<Caller> {
  const caller = await new Caller(school.url).signIn("admin@preau.test", password);
  await enter(page, caller);
  return caller;
}

const rowOf = (page: Page, email: string) =>
  page.getByRole("row").filter({ has: page.getByText(email, { exact: true }) });

const dialogOf = (page: Page, name: string | RegExp) => page.getByRole("dialog", { name });

async function find(page: Page, words: string, email: string) {
  await page.getByRole("searchbox").fill(words);
  await expect(rowOf(page, email)).toBeVisible();
}

async function fillNew(page: Page, email: string) {
  const form = dialogOf(page, "Créer un utilisateur");
  await form.getByLabel("Prénom").fill("Léa");
  await form.getByLabel("Nom", { exact: true }).fill("Nouvelle");
  await form.getByLabel("Adresse e-mail").fill(email);
  await form.getByRole("button", { name: "Générer" }).click();
  return form;
}

test("an editor is sent home, and the server says no; leaving leads to the sign-in", async ({
  page,
  school,
}) => {
  const editor = await new Caller(school.url).signIn("editor@preau.test", password);
  await enter(page, editor);
  await page.goto(USERS);
  await expect(page).toHaveURL(/\/dashboard\/accueil$/);
  await expect(page.getByRole("link", { name: "Utilisateurs" })).toHaveCount(0);
  expect((await editor.call("GET", "/users?page=1")).status).toBe(403);
  expect((await editor.call("DELETE", "/users/1")).status).toBe(403);
  await signOut(page);
});

test("the table is searched and turned on the server; the address keeps both", async ({
  page,
  school,
}) => {
  await admin(page, school);
  await page.goto(USERS);
  await expect(page.getByRole("row")).toHaveCount(21);
  await page.getByRole("button", { name: "Page 2" }).click();
  await expect(page).toHaveURL(/page=2/);
  await find(page, "CASTAGNÉ helene", "admin@preau.test");
  await expect(page).toHaveURL(/\?q=CASTAGN/);
  const own = rowOf(page, "admin@preau.test");
  await expect(own).toContainText("Vous");
  await expect(own).toContainText("18/04/1974");
  await expect(own).toContainText("Administration");
  await page.reload();
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.getByRole("searchbox").fill("personne de ce nom");
  await expect(page.getByText("Personne ne correspond à « personne de ce nom ».")).toBeVisible();
  await page.getByRole("button", { name: "Effacer la recherche" }).click();
  await expect(page.getByRole("searchbox")).toBeFocused();
  await expect(page.getByRole("row")).toHaveCount(21);
  await expect(page.getByText("Non renseignée").first()).toBeVisible();
  await page.getByText("Rédaction", { exact: true }).first().click();
  await expect(page).toHaveURL(/role=EDITOR/);
  await expect(rowOf(page, "editor@preau.test")).toBeVisible();
  await expect(rowOf(page, "admin@preau.test")).toHaveCount(0);
});

test("a double click creates one user, whose password is handed over and must be replaced", async ({
  page,
  school,
}) => {
  const caller = await admin(page, school);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(USERS);
  await page.getByRole("button", { name: "Créer un utilisateur" }).click();
  const form = await fillNew(page, "lea.nouvelle@exemple.test");
  await expect(form.getByRole("status")).toContainText("Fort");
  await accessible(page);
  await form.getByRole("button", { name: "Créer le compte" }).dblclick();
  const secret = dialogOf(page, "Mot de passe à transmettre");
  await expect(secret).toContainText("lea.nouvelle@exemple.test");
  await accessible(page);
  await secret.getByRole("button", { name: "Copier le mot de passe" }).click();
  await expect(secret.getByRole("button", { name: "Copié" })).toBeVisible();
  const given = await page.evaluate(() => navigator.clipboard.readText());
  await page.keyboard.press("Escape");
  await expect.poll(() => focused(page)).toBe("Créer un utilisateur");

  const found = await caller.ok("GET", "/users?page=1&q=nouvelle");
  expect(found.total).toBe(1);
  expect(found.items[0]).toMatchObject({ role: "STUDENT", mustResetPassword: true });
  const lea = await new Caller(school.url).signIn("lea.nouvelle@exemple.test", given);
  expect((await lea.call("GET", "/subscriptions/user/1")).json.code).toBe("must_reset_password");
});

test.describe("what the server refuses", () => {
  test.use({ expectedFailures: [/^(409|412|422) (POST|PUT|DELETE) \/api\/users/] });

  test("is said at each field, and nothing typed is lost", async ({ page, school }) => {
    await admin(page, school);
    await page.goto(USERS);
    await page.getByRole("button", { name: "Créer un utilisateur" }).click();
    const form = dialogOf(page, "Créer un utilisateur");
    await form.getByLabel("Adresse e-mail").fill("pas une adresse");
    await form.getByLabel(/^Date de naissance/).fill("01/01/2090");
    await form.getByLabel(/^Téléphone/).fill("12");
    await form.getByRole("button", { name: "Créer le compte" }).click();
    await expect(form.getByText("Échec de la création.")).toBeVisible();
    await expect(form.getByLabel("Prénom")).toBeFocused();
    await expect(form.getByLabel("Prénom")).toHaveAccessibleDescription("Ce champ est requis");
    await expect(form.getByText("Adresse email invalide.")).toBeVisible();
    await expect(
      form.getByText("La date de naissance ne peut pas être dans le futur."),
    ).toBeVisible();
    await expect(form.getByLabel(/^Téléphone/)).toHaveAttribute("aria-invalid", "true");
    await expect(form.getByLabel("Mot de passe provisoire")).toHaveAttribute(
      "aria-invalid",
      "true",
    );
    await accessible(page);

    await form.getByLabel(/^Téléphone/).fill("");
    await form.getByLabel(/^Date de naissance/).fill("14/03/1991");
    await fillNew(page, "student@preau.test");
    await form.getByRole("button", { name: "Créer le compte" }).click();
    await expect(form.getByLabel("Adresse e-mail")).toHaveAccessibleDescription(
      "Email déjà utilisé",
    );
    await expect(form.getByLabel("Adresse e-mail")).toBeFocused();
    await expect(form.getByLabel("Prénom")).toHaveValue("Léa");

    await page.keyboard.press("Escape");
    const leave = dialogOf(page, "Quitter sans enregistrer ?");
    await leave.getByRole("button", { name: "Annuler" }).click();
    await expect(form.getByLabel("Prénom")).toHaveValue("Léa");
  });

  test("the last administrator can be neither demoted nor deleted", async ({ page, school }) => {
    await admin(page, school);
    await page.goto(`${USERS}?q=castagne`);
    const own = rowOf(page, "admin@preau.test");
    await own.getByRole("button", { name: "Modifier : Hélène Castagne" }).click();
    const form = dialogOf(page, "Modifier Hélène Castagne");
    await expect(form.getByLabel("Adresse e-mail")).not.toBeEditable();
    await form.getByRole("combobox", { name: "Rôle" }).click();
    await page.getByRole("option", { name: "Élève" }).click();
    await form.getByRole("button", { name: "Enregistrer" }).click();
    const ask = dialogOf(page, /^Donner le rôle « Élève » à Hélène Castagne/);
    await expect(ask).toContainText("C’est votre propre compte");
    await ask.getByRole("button", { name: "Changer le rôle" }).click();
    const reason = "Le dernier compte d’administration ne peut être ni rétrogradé ni supprimé.";
    await expect(form.getByText(`Échec de la mise à jour. ${reason}`)).toBeVisible();
    await form.getByRole("button", { name: "Annuler" }).click();
    await dialogOf(page, "Quitter sans enregistrer ?")
      .getByRole("button", { name: "Quitter sans enregistrer" })
      .click();
    await act(own, "Supprimer : Hélène Castagne");
    const gone = dialogOf(page, "Confirmer la suppression de cet utilisateur ?");
    await gone.getByRole("button", { name: "Supprimer le compte" }).click();
    await expect(gone).toContainText("Échec de la suppression.");
    await expect(gone).toContainText(reason);
  });

  test("whoever deletes their own account is led to the front page", async ({ page, school }) => {
    const caller = await admin(page, school);
    const [benali] = (await caller.ok("GET", "/users?page=1&q=benali")).items;
    await caller.ok("PUT", `/users/${benali.id}`, { role: "ADMIN" });
    await page.goto(`${USERS}?q=castagne`);
    await act(rowOf(page, "admin@preau.test"), "Supprimer : Hélène Castagne");
    const gone = dialogOf(page, "Confirmer la suppression de cet utilisateur ?");
    await gone.getByRole("button", { name: "Supprimer le compte" }).click();
    await expect(page).toHaveURL(`${school.url}/`);
    await expect(page.getByRole("button", { name: "Se connecter" })).toBeVisible();
  });

  test("somebody else’s change is met: apart they join, on one field what was typed stays", async ({
    page,
    school,
  }) => {
    const caller = await admin(page, school);
    const [benali] = (await caller.ok("GET", "/users?page=1&q=benali")).items;
    await page.goto(`${USERS}?q=benali`);
    await page.getByRole("button", { name: "Modifier : Karim Benali" }).click();
    const form = dialogOf(page, "Modifier Karim Benali");
    await form.getByLabel("Prénom").fill("Kamel");
    await caller.ok("PUT", `/users/${benali.id}`, { country: "Italie" });
    await form.getByRole("button", { name: "Enregistrer" }).click();
    await expect(page.getByText("Le compte est enregistré.")).toBeVisible();
    const both = await caller.ok("GET", `/users/${benali.id}`);
    expect(both).toMatchObject({ firstName: "Kamel", country: "Italie" });

    await page.getByRole("button", { name: "Modifier : Kamel Benali" }).click();
    const again = dialogOf(page, "Modifier Kamel Benali");
    await again.getByLabel("Prénom").fill("Kim");
    await caller.ok("PUT", `/users/${benali.id}`, { firstName: "Karim" });
    await again.getByRole("button", { name: "Enregistrer" }).click();
    const which = dialogOf(page, "Modifié par quelqu’un d’autre entre-temps");
    await accessible(page);
    await which.getByRole("radio", { name: /Kim/ }).click();
    await which.getByRole("button", { name: "Reprendre dans le formulaire" }).click();
    await expect(again.getByLabel("Prénom")).toHaveValue("Kim");
    await again.getByRole("button", { name: "Enregistrer" }).click();
    await expect(again).toHaveCount(0);
    expect((await caller.ok("GET", `/users/${benali.id}`)).firstName).toBe("Kim");
  });
});

test("another role is asked about, another password handed over, and an account ends", async ({
  page,
  school,
}) => {
  const caller = await admin(page, school);
  await page.goto(`${USERS}?q=arnaud`);
  const email = "paul.arnaud@preau.test";
  const row = rowOf(page, email);
  await expect(await inMenu(row, "Inscriptions de Paul Arnaud")).toHaveAttribute(
    "href",
    /^\/dashboard\/sales\/subscriptions\?userId=\d+$/,
  );
  await page.keyboard.press("Escape");
  const edit = row.getByRole("button", { name: "Modifier : Paul Arnaud" });
  await edit.click();
  const form = dialogOf(page, "Modifier Paul Arnaud");
  await form.getByRole("combobox", { name: "Rôle" }).click();
  await page.getByRole("option", { name: "Rédaction" }).click();
  await form.getByRole("button", { name: "Enregistrer" }).click();
  const ask = dialogOf(page, /^Donner le rôle « Rédaction »/);
  await accessible(page);
  await ask.getByRole("button", { name: "Changer le rôle" }).click();
  await expect(row).toContainText("Rédaction");
  await expect(edit).toBeFocused();

  await act(row, "Remplacer le mot de passe : Paul Arnaud");
  const reset = dialogOf(page, "Nouveau mot de passe pour Paul Arnaud");
  await reset.getByLabel("Mot de passe provisoire").fill("des mots 7 à soi");
  await accessible(page);
  await reset.getByRole("button", { name: "Remplacer le mot de passe" }).click();
  const secret = dialogOf(page, "Mot de passe à transmettre");
  await expect(secret).toContainText("des mots 7 à soi");
  await secret.getByRole("button", { name: "Fermer" }).last().click();
  await expect(row).toContainText("Mot de passe provisoire");
  await expect(moreOf(row)).toBeFocused();
  await new Caller(school.url).signIn(email, "des mots 7 à soi");

  await act(row, "Supprimer : Paul Arnaud");
  const gone = dialogOf(page, "Confirmer la suppression de cet utilisateur ?");
  await expect(gone).toContainText("Les réservations et les paiements restent dans les comptes");
  await accessible(page);
  await gone.getByRole("button", { name: "Supprimer le compte" }).click();
  await expect(page.getByText("Le compte est supprimé.")).toBeVisible();
  await expect(page.getByText("Personne ne correspond à « arnaud ».")).toBeVisible();
  await expect(page.locator("#main")).toBeFocused();
  expect((await caller.ok("GET", "/users?page=1&q=arnaud")).total).toBe(0);
});

test.describe("when the network fails", () => {
  test.use({ expectedFailures: [/^500 GET \/api\/users/] });

  test("the table offers to try again; a form keeps what was typed", async ({ page, school }) => {
    await admin(page, school);
    let broken = true;
    await page.route("**/api/users?*", (route) =>
      broken
        ? route.fulfill({ status: 500, json: { status: 500, code: "internal", message: "" } })
        : route.continue(),
    );
    await page.goto(USERS);
    await expect(page.getByRole("alert")).toContainText("Une erreur est survenue.");
    broken = false;
    await page.getByRole("button", { name: "Réessayer" }).click();
    await expect(page.getByRole("row")).toHaveCount(21);

    await page.getByRole("button", { name: "Créer un utilisateur" }).click();
    const form = await fillNew(page, "lea.nouvelle@exemple.test");
    await page.route("**/api/users/register", (route) => route.abort("aborted"), {
      times: 1,
    });
    await form.getByRole("button", { name: "Créer le compte" }).click();
    await expect(form.getByText("Le serveur ne répond pas.", { exact: false })).toBeVisible();
    await form.getByRole("button", { name: "Créer le compte" }).click();
    await expect(dialogOf(page, "Mot de passe à transmettre")).toBeVisible();
  });
});

test("machines find nothing to object to in any language", async ({ page, school }) => {
  await admin(page, school);
  await accessibleEverywhere(page, USERS, async () => {
    await expect(rowsOf(page)).toHaveCount(20);
    const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
    expect(scrollWidth).toBe(clientWidth);
  });
});
