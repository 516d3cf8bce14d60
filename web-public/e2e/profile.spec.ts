// A person's own pages: details, address, password, sessions, purchases, data, and leaving.
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { bookableCourse, Caller, draft, register } from "./support/api.ts";
import { password, type School } from "./support/school.ts";
import { accessible, expect, test } from "./support/test.ts";
import { enrolled, enter, fillAddress, pay, toPayment } from "./support/visitor.ts";

const STUDENT = "student@preau.test";

const signIn = (school: School, email = STUDENT, secret = password) =>
  new Caller(school.url).signIn(email, secret);

const link = (text: string, path: string) =>
  new RegExp(`https?:\\S+${path}\\S+`).exec(text)?.[0] ?? "";

const tab = (page: Page, name: string) => page.getByRole("tab", { name });

test("whoever is not signed in does so first and comes back to the tab they asked for", async ({
  page,
}) => {
  await page.goto("/profile?tab=data");
  const dialog = page.getByRole("dialog", { name: "Se connecter" });
  await dialog.getByLabel("Adresse e-mail").fill(STUDENT);
  await dialog.getByLabel("Mot de passe", { exact: true }).fill(password);
  await dialog.getByRole("button", { name: "Se connecter", exact: true }).click();
  await expect(tab(page, "Mes données")).toHaveAttribute("aria-selected", "true");
  await expect(page).toHaveTitle(/Mon profil/);
});

test.describe("one’s own details", () => {
  test.use({ expectedFailures: [/^4(22|12) PUT \/api\/users\/\d+$/] });

  test("are saved, corrected, guarded, and brought together with another device’s", async ({
    page,
    school,
  }) => {
    const elsewhere = await signIn(school);
    await enter(page, await signIn(school));
    await page.goto("/profile");
    const birth = page.getByLabel("Date de naissance");
    await birth.fill("31/02/1990");
    await page.getByRole("button", { name: "Enregistrer", exact: true }).click();
    await expect(page.getByText("Cette date n’est pas valide.")).toBeVisible();
    await expect(birth).toBeFocused();
    await birth.fill("14/03/1990");

    await tab(page, "Sécurité").click();
    const guard = page.getByRole("dialog", { name: "Quitter sans enregistrer ?" });
    await guard.getByRole("button", { name: "Rester ici" }).click();
    await page.getByRole("button", { name: "Enregistrer", exact: true }).click();
    await expect(page.getByText("Vos informations sont enregistrées.").first()).toBeVisible();

    const me = await elsewhere.ok("GET", "/users/me");
    expect(me.birthDate).toBe("1990-03-14");
    await elsewhere.ok("PUT", `/users/${me.id}`, { firstName: "Camille-Ada", country: "Italie" });
    await page.getByLabel("Prénom").fill("Camille-Zoé");
    await page.getByLabel("Téléphone").fill("611223344");
    await page.getByRole("button", { name: "Enregistrer", exact: true }).click();
    const conflict = page.getByRole("dialog", { name: /ont changé entre-temps/ });
    await expect(conflict.getByRole("radio")).toHaveCount(2);
    await accessible(page);
    await conflict.getByRole("radio", { name: /Camille-Ada/ }).click();
    await conflict.getByRole("button", { name: "Enregistrer ce choix" }).click();
    await expect(conflict).toBeHidden();
    await expect(page.getByLabel("Prénom")).toHaveValue("Camille-Ada");
    await expect
      .poll(() => elsewhere.ok("GET", "/users/me"))
      .toMatchObject({ firstName: "Camille-Ada", country: "Italie", phoneNumber: "611223344" });
  });
});

test.describe("the address", () => {
  test.use({ expectedFailures: [/^422 PUT/] });

  test("moves once the link sent to the new one is opened", async ({ page, school }) => {
    await enter(page, await signIn(school));
    await page.goto("/profile");
    await page.getByRole("button", { name: "Changer d’adresse" }).click();
    await page.getByLabel("Nouvelle adresse e-mail").fill("camille.nouvelle@exemple.test");
    await page.getByLabel("Mot de passe actuel").fill("pas-le-bon");
    await page.getByRole("button", { name: "Recevoir le lien" }).click();
    await expect(page.getByText("Le mot de passe actuel est incorrect.")).toBeVisible();
    await page.getByLabel("Mot de passe actuel").fill(password);
    await page.getByRole("button", { name: "Recevoir le lien" }).click();
    await expect(page.getByText("Un lien a été envoyé à camille.nouvelle@")).toBeVisible();

    const mail = await school.mailbox.receive("camille.nouvelle@exemple.test", /confirmer-email/);
    await school.mailbox.receive(STUDENT, /adresse/);
    await page.goto(link(mail.text, "confirmer-email"));
    await expect(page.getByText("Votre adresse est confirmée. Merci.")).toBeVisible();
    await page.goto("/profile");
    await expect(page.getByText("camille.nouvelle@exemple.test")).toBeVisible();
  });

  test("that is not confirmed is said above everything, with another link", async ({
    page,
    school,
  }) => {
    const email = "nina.neuve@exemple.test";
    await enter(page, await register(school.url, email));
    await page.goto("/profile");
    await page.getByRole("button", { name: "Renvoyer le lien" }).click();
    await expect(page.getByText("Un nouveau lien vient de partir.")).toBeVisible();
    await accessible(page);
    await expect
      .poll(() => school.mailbox.to(email).filter(({ text }) => /verifier-email/.test(text)).length)
      .toBe(2);
    const mail = school.mailbox.to(email).at(-1);
    await page.goto(link(mail?.text ?? "", "verifier-email"));
    await expect(page.getByText("Votre adresse est confirmée. Merci.")).toBeVisible();
    await page.goto("/profile");
    await expect(page.getByText("Confirmée")).toBeVisible();
    await expect(page.getByRole("button", { name: "Renvoyer le lien" })).toBeHidden();
  });
});

test("sessions are ended one by one and all at once, also by a new password", async ({
  page,
  school,
}) => {
  const phone = await signIn(school);
  const tablet = await signIn(school);
  const library = await signIn(school);
  await enter(page, await signIn(school));
  await page.goto("/profile?tab=security");
  const rows = page.getByRole("listitem").filter({ hasText: "Dernière activité" });
  await expect(rows).toHaveCount(4);
  await expect(rows.filter({ hasText: "Cette session" })).toHaveCount(1);
  await accessible(page);
  const works = async (who: Caller) => (await who.call("GET", "/users/me")).status === 200;

  await rows
    .getByRole("button", { name: /^Déconnecter/ })
    .first()
    .click();
  const one = page.getByRole("dialog", { name: "Déconnecter cet appareil ?" });
  await one.getByRole("button", { name: "Déconnecter", exact: true }).click();
  await expect(rows).toHaveCount(3);
  expect((await Promise.all([phone, tablet, library].map(works))).filter(Boolean)).toHaveLength(2);

  await page.getByRole("button", { name: "Déconnecter toutes les autres" }).click();
  const all = page.getByRole("dialog", { name: /toutes les autres sessions/ });
  await all.getByRole("button", { name: "Déconnecter toutes les autres" }).click();
  await expect(page.getByText("Aucune autre session n’est ouverte.")).toBeVisible();
  expect((await Promise.all([phone, tablet, library].map(works))).filter(Boolean)).toEqual([]);

  const later = await signIn(school);
  await page.getByLabel("Mot de passe actuel").fill(password);
  await page.getByLabel("Nouveau mot de passe").fill("platane-au-soleil-9");
  await page.getByLabel("Confirmation").fill("platane-au-soleil-9");
  await page.getByRole("button", { name: "Changer le mot de passe" }).click();
  await expect(page.getByText(/Votre mot de passe est changé/).first()).toBeVisible();
  expect(await works(later)).toBe(false);
  expect(await works(await signIn(school, STUDENT, "platane-au-soleil-9"))).toBe(true);
  await page.reload();
  await expect(rows).toHaveCount(2);
});

test("a seat that waits is paid or given back from the purchases", async ({ page, school }) => {
  const course = await bookableCourse(school.url);
  const other = await bookableCourse(school.url, "Anglais", "ONLINE");
  const nina = await register(school.url, "nina.achats@exemple.test");
  const mine = { ...draft(course, "nina.achats@exemple.test").bookerData };
  for (const one of [course, other]) {
    await nina.ok("POST", "/checkout", draft(one, mine.email, { reservedModuleIds: [] }));
  }
  await enter(page, nina);
  await page.goto("/profile?tab=purchases");
  const waiting = page.getByRole("article").filter({ hasText: course.name });
  await expect(waiting).toContainText("En attente de paiement");
  await expect(waiting.getByRole("timer")).toContainText(/1[45]:\d\d/);
  await accessible(page);

  await page.getByRole("button", { name: `Libérer la place : ${other.name}` }).click();
  const release = page.getByRole("dialog", { name: "Libérer cette place ?" });
  await release.getByRole("button", { name: "Libérer la place" }).click();
  const released = page.getByRole("article").filter({ hasText: other.name });
  await expect(released).toContainText("Annulé");
  await expect(released).toContainText("Rien n’a été débité.");

  await page.getByRole("button", { name: `Continuer le paiement : ${course.name}` }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Vos informations");
  await expect(page.getByRole("radio", { name: "Pour moi-même" })).toBeChecked();
  await page.getByLabel("Téléphone").fill("639981204");
  await page.getByLabel("Date de naissance").fill("14/03/1991");
  await fillAddress(page);
  await toPayment(page);
  await pay(page, "4242 4242 4242 4242");
  await enrolled(page);
  await page.goto("/profile?tab=purchases");
  const paid = page.getByRole("article").filter({ hasText: "Payé par carte" });
  await expect(paid).toContainText(course.name);
  expect(school.run("doctor")).toBeTruthy();
});

test.describe("purchases", () => {
  test.use({ expectedFailures: [/^500 GET \/api\/reservations\/me/] });

  test("are waited for, fail with a way to try again, and may be none", async ({
    page,
    school,
  }) => {
    await enter(page, await register(school.url, "nina.rien@exemple.test"));
    let answer: "late" | "broken" | "real" = "late";
    let release = () => {};
    const late = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/api/reservations/me", async (route) => {
      if (answer === "real") return route.continue();
      await late;
      return route.fulfill({ status: 500, json: { status: 500, code: "internal", message: "" } });
    });
    await page.goto("/profile?tab=purchases");
    await expect(page.locator("main [aria-busy=true]")).toHaveCount(1);
    answer = "broken";
    release();
    await expect(page.getByText("Vos achats n’ont pas pu être chargés.")).toBeVisible();
    answer = "real";
    await page.getByRole("button", { name: "Réessayer" }).click();
    await expect(page.getByText("Aucun achat pour l’instant.")).toBeVisible();
    await accessible(page);
  });
});

test("one’s data is taken along as a file", async ({ page, school }) => {
  await enter(page, await signIn(school));
  await page.goto("/profile?tab=data");
  const coming = page.waitForEvent("download");
  await page.getByRole("button", { name: "Télécharger mes données" }).click();
  const file = await coming;
  expect(file.suggestedFilename()).toMatch(/^mes-donnees-\d{4}-\d\d-\d\d\.json$/);
  const kept = JSON.parse(await readFile(await file.path(), "utf8"));
  expect(kept.account.email).toBe(STUDENT);
  expect(kept.reservations.length).toBeGreaterThan(0);
});

test.describe("leaving", () => {
  test.use({ expectedFailures: [/^4(09|22) DELETE/] });

  test("takes the password and a word, then the account is gone", async ({ page, school }) => {
    await enter(page, await signIn(school));
    await page.goto("/profile?tab=data");
    await page.getByRole("button", { name: "Supprimer mon compte" }).click();
    const dialog = page.getByRole("dialog", { name: "Supprimer votre compte" });
    const leave = dialog.getByRole("button", { name: "Supprimer mon compte" });
    await dialog.getByLabel("Mot de passe actuel").fill("pas-le-bon");
    await expect(leave).toBeDisabled();
    await dialog.getByLabel("Pour confirmer, écrivez SUPPRIMER").fill("supprimer");
    await leave.click();
    await expect(dialog.getByText("Le mot de passe actuel est incorrect.")).toBeVisible();
    await accessible(page);
    await dialog.getByLabel("Mot de passe actuel").fill(password);
    await leave.click();
    await expect(page.getByText("Votre compte est supprimé.")).toBeVisible();
    await expect(page).toHaveURL(/\/$/);
    await expect(page.getByRole("button", { name: "Se connecter" }).first()).toBeVisible();
    const again = { email: STUDENT, password };
    expect((await new Caller(school.url).call("POST", "/auth/login", again)).status).toBe(401);
  });

  test("is refused to the last administrator", async ({ page, school }) => {
    await enter(page, await signIn(school, "admin@preau.test"));
    await page.goto("/profile?tab=data");
    await page.getByRole("button", { name: "Supprimer mon compte" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Mot de passe actuel").fill(password);
    await dialog.getByLabel(/SUPPRIMER/).fill("SUPPRIMER");
    await dialog.getByRole("button", { name: "Supprimer mon compte" }).click();
    await expect(dialog.getByText(/Le dernier compte d’administration/)).toBeVisible();
  });
});
