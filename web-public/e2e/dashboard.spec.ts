// The dashboard: who gets in, what waits for somebody, comments shown and hidden, mails sent again.
import { Caller } from "./support/api.ts";
import { password } from "./support/school.ts";
import { accessibleEverywhere } from "./support/sizes.ts";
import { act, moreOf, signOut } from "./support/staff.ts";
import { accessible, expect, test } from "./support/test.ts";
import { enter } from "./support/visitor.ts";

const ADMIN = "admin@preau.test";
const EDITOR = "editor@preau.test";
const STUDENT = "student@preau.test";

test("whoever is signed out signs in and comes back; whoever is not staff is sent to the site", async ({
  page,
  school,
}) => {
  await page.goto("/dashboard/comment/list?shown=hidden");
  await expect(page).toHaveURL(/\/login\?next=%2Fdashboard%2Fcomment%2Flist%3Fshown%3Dhidden$/);
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Adresse e-mail").fill(EDITOR);
  await dialog.getByLabel("Mot de passe", { exact: true }).fill(password);
  await dialog.getByRole("button", { name: "Se connecter" }).click();
  await expect(page).toHaveURL(/\/dashboard\/comment\/list\?shown=hidden$/);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.goto("/login?next=/dashboard/messages");
  await expect(page).toHaveURL(/\/dashboard\/messages$/);

  await enter(page, await new Caller(school.url).signIn(STUDENT, password));
  await page.goto("/dashboard/accueil");
  await expect(page).toHaveURL(`${school.url}/`);
});

test("the school’s content is reached from the site", async ({ page, school }) => {
  await enter(page, await new Caller(school.url).signIn(EDITOR, password));
  await page.goto("/faq");
  await page.getByRole("navigation").getByRole("link", { name: "Contenu pédagogique" }).click();
  await expect(page).toHaveURL(/\/dashboard\/academic-content$/);
  await expect(page.getByRole("tree", { name: "Contenu pédagogique" })).toBeVisible();
  await page.goto("/academic-content");
  await expect(page).toHaveURL(/\/dashboard\/academic-content$/);
});

test("an editor neither sees nor opens an administrator’s pages", async ({ page, school }) => {
  const editor = await new Caller(school.url).signIn(EDITOR, password);
  await enter(page, editor);
  await page.goto("/dashboard/mails");
  await expect(page).toHaveURL(/\/dashboard\/accueil$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Bonjour/);
  await expect(page.getByRole("link", { name: "E-mails envoyés" })).toHaveCount(0);
  expect((await editor.call("GET", "/mail")).status).toBe(403);
});

test("a comment waits, is shown with a switch, and the public reads it", async ({
  page,
  school,
}) => {
  const student = await new Caller(school.url).signIn(STUDENT, password);
  await student.ok("POST", "/comments", { message: "Une école où l’on rit.", rating: 4 });
  await enter(page, await new Caller(school.url).signIn(EDITOR, password));
  await page.goto("/dashboard/accueil");
  await page.getByRole("link", { name: /1 commentaire à relire/ }).click();
  const row = page.getByRole("row").filter({ hasText: "Une école où l’on rit." });
  await expect(row).toContainText("4 / 5");
  await expect(row).toContainText("Non associé");
  await accessible(page);
  const shown = row.getByRole("switch");
  await expect(shown).not.toBeChecked();
  await shown.press("Space");
  await expect(shown).toBeChecked();
  const seen = await new Caller(school.url).ok("GET", "/comments");
  expect(JSON.stringify(seen)).toContain("Une école où l’on rit.");
  await page.reload();
  await expect(page.getByText("Aucun commentaire disponible.")).toBeVisible();
});

test.describe("when the server refuses", () => {
  test.use({ expectedFailures: [/^500 (PATCH|GET) \/api\/comments/] });

  test("a switch stays as it was and says so; a list offers to try again", async ({
    page,
    school,
  }) => {
    const failure = { status: 500, json: { status: 500, code: "internal", message: "" } };
    await enter(page, await new Caller(school.url).signIn(EDITOR, password));
    await page.route("**/api/comments/*/status", (route) => route.fulfill(failure));
    await page.goto("/dashboard/comment/list");
    const shown = page.getByRole("switch").first();
    await shown.press("Space");
    await expect(page.getByText("Erreur de mise à jour")).toBeVisible();
    await expect(shown).toBeChecked();

    let broken = true;
    await page.route("**/api/comments?*size=20*", (route) =>
      broken ? route.fulfill(failure) : route.continue(),
    );
    await page.reload();
    await expect(page.getByRole("alert")).toBeVisible();
    broken = false;
    await page.getByRole("button", { name: "Réessayer" }).click();
    await expect(page.getByRole("switch").first()).toBeVisible();
  });
});

test("staff writes a comment down: each field says what it wants", async ({ page, school }) => {
  await enter(page, await new Caller(school.url).signIn(EDITOR, password));
  await page.goto("/dashboard/comment/add");
  await expect(page.getByLabel("Note (1 à 5)")).toHaveValue("1");
  await page.getByLabel("Message").fill("Oh");
  await page.getByLabel("Note (1 à 5)").fill("6");
  await page.getByRole("button", { name: "Ajouter", exact: true }).click();
  await expect(page.getByText("Le message est requis (min. 3 caractères).")).toBeVisible();
  await expect(page.getByText("La note doit être entre 1 et 5.")).toBeVisible();
  await accessible(page);
  await page.getByLabel("Message").fill("Entendu à la sortie : on y retourne.");
  await page.getByLabel("Note (1 à 5)").fill("5");
  await page.getByRole("button", { name: "Ajouter", exact: true }).click();
  await expect(page.getByText("Commentaire ajouté avec succès.")).toBeVisible();
  await expect(page.getByRole("row").nth(1)).toContainText("Entendu à la sortie");
});

test("an administrator reads what was mailed and sends it again", async ({ page, school }) => {
  await new Caller(school.url).call("POST", "/contact", {
    name: "Zoé Blanc",
    email: "zoe@exemple.test",
    subject: "Février",
    message: "Et en février ?",
    consent: true,
  });
  const sent = () => school.mailbox.to("ecole@preau.test").length;
  await expect.poll(sent).toBe(1);
  await enter(page, await new Caller(school.url).signIn(ADMIN, password));
  await page.goto("/dashboard/mails?status=SENT");
  const mail = page.getByRole("button", { name: /Février/ });
  await mail.click();
  await expect(page.getByRole("dialog")).toContainText("Et en février ?");
  await page.keyboard.press("Escape");
  await expect(mail).toBeFocused();
  await accessible(page);
  await page.getByRole("button", { name: "Renvoyer à ecole@preau.test", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Renvoyer" }).click();
  await expect(page.getByText("L’e-mail repart.")).toBeVisible();
  await expect.poll(sent).toBe(2);
});

test("the first page leads to drafts, next starts and, for administrators, the latest bookings", async ({
  page,
  school,
}) => {
  await enter(page, await new Caller(school.url).signIn(ADMIN, password));
  await page.goto("/dashboard/accueil");
  const waiting = page.getByRole("region", { name: "Ce qui vous attend" });
  await expect(waiting.getByRole("link", { name: /cours presque complets?/ })).toBeVisible();
  const bookings = page.getByRole("table", { name: "Réservations récentes" });
  await expect(bookings.getByRole("row").nth(1)).toContainText(/Confirmée|Place gardée/);
  await expect(page.getByRole("link", { name: "Tout voir" })).toHaveAttribute(
    "href",
    "/dashboard/sales/reservations",
  );
  await expect(page.getByText(/cours démarrent? d’ici deux semaines/)).toBeVisible();
  await waiting.getByRole("link", { name: /cours en brouillon/ }).click();
  await expect(page).toHaveURL(/\/course\/list\?status=DRAFT$/);
});

test("an editor’s first page has no bookings and asks for none", async ({ page, school }) => {
  await enter(page, await new Caller(school.url).signIn(EDITOR, password));
  await page.goto("/dashboard/accueil");
  await expect(page.getByRole("table", { name: "Prochains démarrages" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Réservations récentes" })).toHaveCount(0);
});

test("a comment is deleted after a question", async ({ page, school }) => {
  const editor = await new Caller(school.url).signIn(EDITOR, password);
  await enter(page, editor);
  const before = (await editor.ok("GET", "/comments?page=1&size=1")).total;
  await page.goto("/dashboard/comment/list");
  await expect(page.getByText("Avis vérifié").first()).toBeVisible();
  const first = page.getByRole("row").nth(1);
  await act(first, /^Supprimer le commentaire de/);
  const dialog = page.getByRole("dialog", { name: "Supprimer ce commentaire ?" });
  await accessible(page);
  await dialog.getByRole("button", { name: "Annuler" }).click();
  await expect(moreOf(first)).toBeFocused();
  await act(first, /^Supprimer le commentaire de/);
  await dialog.getByRole("button", { name: "Supprimer", exact: true }).click();
  await expect(page.getByText("Le commentaire est supprimé.")).toBeVisible();
  expect((await editor.ok("GET", "/comments?page=1&size=1")).total).toBe(before - 1);
});

test("on a phone the menu is a drawer that closes behind the reader; leaving ends the session", async ({
  page,
  school,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await enter(page, await new Caller(school.url).signIn(EDITOR, password));
  await page.goto("/dashboard/accueil");
  await page.getByRole("button", { name: "Ouvrir le menu" }).click();
  await accessible(page);
  await page.getByRole("link", { name: "Messages" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Messages" })).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.getByRole("button", { name: "Ouvrir le menu" }).click();
  await signOut(page);
  expect(await page.evaluate(() => sessionStorage.getItem("accessToken"))).toBeNull();
});

test("machines find nothing to object to in any language", async ({ page, school }) => {
  await enter(page, await new Caller(school.url).signIn(ADMIN, password));
  for (const path of ["accueil", "comment/list"]) {
    await accessibleEverywhere(page, `/dashboard/${path}`, async () => {
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    });
  }
});
