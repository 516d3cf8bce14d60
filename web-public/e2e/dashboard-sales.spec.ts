// Sales for administrators: a seat paid at the desk, given back or given away; accesses lengthened and ended; lists
// found, kept as files and printed; mails sent again.
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { bookableCourse, Caller, draft } from "./support/api.ts";
import { password, type School } from "./support/school.ts";
import { accessibleEverywhere } from "./support/sizes.ts";
import { act } from "./support/staff.ts";
import { accessible, expect, test } from "./support/test.ts";
import { enter } from "./support/visitor.ts";

const ADMIN = "admin@preau.test";
const EDITOR = "editor@preau.test";

const signIn = (school: School, email: string) => new Caller(school.url).signIn(email, password);

/** A visitor holds a seat; answers the reservation's id and its course. */
async function hold(school: School, email: string, names: Record<string, string> = {}) {
  const course = await bookableCourse(school.url);
  const wish = draft(course, email);
  Object.assign(wish.bookerData, names);
  const { reservationId, amount } = await new Caller(school.url).ok("POST", "/checkout", wish);
  return { id: reservationId as number, course, amount: amount as number };
}

const seatsLeft = async (school: School, id: number): Promise<number> =>
  (await new Caller(school.url).ok("GET", `/courses/${id}/details`)).seatsLeft;

const euros = (amount: number) =>
  new RegExp(`^Enregistrer ${amount.toFixed(2).replace(".", ",")}\\s€$`);

async function openPayment(page: Page, id: number) {
  await page.goto(`/dashboard/sales/reservations/${id}`);
  await page.getByRole("button", { name: "Enregistrer un paiement" }).click();
  return page.getByRole("dialog", { name: "Paiement au secrétariat" });
}

test("money taken at the desk ends in one payment, a subscription and a mail", async ({
  page,
  school,
}) => {
  const { id, course, amount } = await hold(school, "zora@exemple.test");
  const admin = await signIn(school, ADMIN);
  await enter(page, admin);
  await page.goto("/dashboard/sales/reservations");
  const row = page.getByRole("row").filter({ hasText: "zora@exemple.test" });
  await expect(row).toContainText("Place gardée");
  await expect(row).toContainText(/encore 1[0-5]:\d\d/);
  await row.getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Réservation n°\s?\d+$/);
  await expect(page.getByText("+33 639981204")).toBeVisible();
  await accessible(page);

  const dialog = await openPayment(page, id);
  await dialog.getByRole("button", { name: euros(amount) }).click();
  await expect(dialog.getByText("Choisissez le moyen de paiement.")).toBeVisible();
  await accessible(page);
  await dialog.getByRole("radio", { name: "Chèque" }).check();
  await dialog.getByLabel(/^Note/).fill("Chèque n° 004");
  await expect(dialog.getByText(course.name)).toBeVisible();
  await dialog.getByRole("button", { name: euros(amount) }).dblclick();

  await expect(page.getByText(/Paiement de .* enregistré/)).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText("Confirmée", { exact: true })).toBeVisible();
  await expect(page.getByText("Chèque n° 004")).toBeVisible();
  await expect(page.getByText("Réservation confirmée")).toBeVisible();
  await expect.poll(() => school.mailbox.to("zora@exemple.test").length).toBeGreaterThan(0);
  const { history } = await admin.ok("GET", `/reservations/${id}`);
  const paid = history.payments.filter((one: { status: string }) => one.status === "PAID");
  expect(paid).toHaveLength(1);
  await page.getByRole("link", { name: /^Inscription n°/ }).click();
  await expect(page.getByRole("row").filter({ hasText: course.name })).toContainText("En cours");
});

test("a held seat is given back", async ({ page, school }) => {
  const { id, course } = await hold(school, "zora@exemple.test");
  const before = await seatsLeft(school, course.id);
  await enter(page, await signIn(school, ADMIN));
  await page.goto(`/dashboard/sales/reservations/${id}`);
  await page.getByRole("button", { name: "Libérer la place" }).click();
  const dialog = page.getByRole("dialog", { name: /Libérer cette place/ });
  await expect(dialog).toContainText(course.name);
  await accessible(page);
  await dialog.getByRole("button", { name: "Libérer la place" }).click();
  await expect(page.getByText("La place est libérée.")).toBeVisible();
  await expect(page.getByText("Annulée", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Enregistrer un paiement" })).toHaveCount(0);
  expect(await seatsLeft(school, course.id)).toBe(before + 1);
});

test.describe("when something is in the way", () => {
  test.use({ expectedFailures: [/^412 PATCH|^500 /] });

  test("a lost answer is not the end: the page tells what became of it", async ({
    page,
    school,
  }) => {
    const { id, amount } = await hold(school, "zora@exemple.test");
    const admin = await signIn(school, ADMIN);
    await enter(page, admin);
    const dialog = await openPayment(page, id);
    await dialog.getByRole("radio", { name: "Espèces" }).check();
    await dialog.getByLabel(/^Note/).fill("Reçu 12");
    await page.route("**/confirm", async (route) => {
      await route.fetch(); // it arrives, its answer does not
      await route.fulfill({ status: 500, json: { status: 500, code: "internal", message: "" } });
    });
    await dialog.getByRole("button", { name: euros(amount) }).click();
    await expect(dialog).toContainText("État actuel : « Confirmée »");
    await expect(dialog.getByLabel(/^Note/)).toHaveValue("Reçu 12");
    await expect(dialog.getByRole("button", { name: euros(amount) })).toHaveCount(0);
    await accessible(page);
    await page.keyboard.press("Escape");
    await expect(page.getByText("Confirmée", { exact: true })).toBeVisible();
    const { history } = await admin.ok("GET", `/reservations/${id}`);
    expect(
      history.payments.filter((one: { status: string }) => one.status === "PAID"),
    ).toHaveLength(1);
  });

  test("what somebody else did meanwhile is shown before anything else", async ({
    page,
    school,
  }) => {
    const { id, amount } = await hold(school, "zora@exemple.test");
    const admin = await signIn(school, ADMIN);
    await enter(page, admin);
    const dialog = await openPayment(page, id);
    await dialog.getByRole("radio", { name: "Virement" }).check();
    await admin.ok("PATCH", `/reservations/${id}/cancel`, {});
    await dialog.getByRole("button", { name: euros(amount) }).click();
    await expect(dialog).toContainText("État actuel : « Annulée »");
    await expect(dialog.getByRole("button", { name: euros(amount) })).toHaveCount(0);
    const { history } = await admin.ok("GET", `/reservations/${id}`);
    expect(history.payments.some((one: { status: string }) => one.status === "PAID")).toBe(false);
  });

  test("a list that does not come says so and comes when asked again", async ({ page, school }) => {
    await enter(page, await signIn(school, ADMIN));
    let broken = true;
    const failure = { status: 500, json: { status: 500, code: "internal", message: "" } };
    for (const path of ["reservations", "subscriptions"]) {
      broken = true;
      await page.route(`**/api/${path}?*`, (route) =>
        broken ? route.fulfill(failure) : route.continue(),
      );
      await page.goto(`/dashboard/sales/${path}`);
      await expect(page.getByRole("alert")).toBeVisible();
      broken = false;
      await page.getByRole("button", { name: "Réessayer" }).click();
      await expect(page.getByRole("table")).toBeVisible();
    }
  });
});

test("an access is given with a reason, lengthened, ended and deleted", async ({
  page,
  school,
}) => {
  const course = await bookableCourse(school.url);
  const admin = await signIn(school, ADMIN);
  await enter(page, admin);
  await page.goto("/dashboard/sales/subscriptions");
  await page.getByRole("button", { name: "Accorder une inscription" }).click();
  const grant = page.getByRole("dialog", { name: "Accorder une inscription" });
  await grant.getByRole("button", { name: "Accorder", exact: true }).click();
  await expect(grant.getByText("Choisissez une personne.")).toBeVisible();
  await expect(grant.getByText("Une raison est nécessaire.")).toBeVisible();
  await accessible(page);
  await grant.getByRole("combobox", { name: "Élève" }).fill("editor@");
  await page.getByRole("option", { name: /editor@preau\.test/ }).click();
  await grant.getByRole("combobox", { name: "Cours" }).fill(course.name);
  await page.getByRole("option", { name: course.name }).click();
  await grant.getByRole("radio", { name: "Quelques modules" }).check();
  await grant.getByRole("checkbox").first().check();
  await grant.getByLabel("Raison").fill("Bourse de l’association");
  await grant.getByRole("button", { name: "Accorder", exact: true }).click();
  await expect(page.getByText(/a accès au cours jusqu’au/)).toBeVisible();

  await page.getByRole("searchbox").fill("editor@");
  await expect(page).toHaveURL(/q=editor/);
  await expect(page.getByRole("row")).toHaveCount(2);
  const row = page.getByRole("row").nth(1);
  await expect(row).toContainText("Accordée : Bourse de l’association");
  await expect(row).toContainText("1 module");

  const [given] = await admin.ok("GET", "/subscriptions?q=editor%40");
  await row.getByRole("button", { name: /^Prolonger/ }).click();
  const extend = page.getByRole("dialog", { name: "Prolonger l’inscription" });
  await extend.getByLabel(/^Nombre de jours/).fill("400");
  await expect(extend.getByText("La prolongation va de 1 à 366 jours.")).toBeVisible();
  await expect(extend.getByRole("button", { name: "Prolonger" })).toBeDisabled();
  await extend.getByLabel(/^Nombre de jours/).fill("10");
  await expect(extend.getByText(/^Nouvelle fin d’accès/)).toBeVisible();
  await accessible(page);
  await extend.getByRole("button", { name: "Prolonger" }).click();
  await expect(page.getByText(/va jusqu’au/)).toBeVisible();
  const [longer] = await admin.ok("GET", "/subscriptions?q=editor%40");
  const day = 24 * 3600 * 1000;
  expect(Date.parse(longer.accessExpiresAt) - Date.parse(given.accessExpiresAt)).toBe(10 * day);

  await act(row, /^Désactiver/);
  const end = page.getByRole("dialog", { name: /^Désactiver/ });
  await expect(end).toContainText("La progression reste enregistrée.");
  await accessible(page);
  await end.getByRole("button", { name: "Désactiver" }).click();
  await expect(row).toContainText("Désactivée");
  await act(row, /^Supprimer/);
  await page.getByRole("dialog").getByRole("button", { name: "Supprimer" }).click();
  await expect(page.getByText("Rien ne correspond à cette recherche.")).toBeVisible();
});

test("a list is narrowed by its address and kept as a file that computes nothing", async ({
  page,
  school,
}) => {
  const admin = await signIn(school, ADMIN);
  const { id } = await hold(school, "formule@exemple.test", { firstName: "=1+1" });
  await admin.ok("PATCH", `/reservations/${id}/confirm`, { method: "CASH" });
  await hold(school, "zora@exemple.test");
  await enter(page, admin);
  await page.goto("/dashboard/sales/reservations");
  await page.getByRole("combobox", { name: "État" }).click();
  await page.getByRole("option", { name: "Confirmées" }).click();
  await expect(page).toHaveURL(/status=CONFIRMED/);
  await expect(page.getByText("zora@exemple.test")).toHaveCount(0);
  await page.getByRole("searchbox").fill("formule@");
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.reload();
  await expect(page.getByRole("searchbox")).toHaveValue("formule@");
  await expect(page.getByRole("row")).toHaveCount(2);

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Exporter en CSV" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("reservations.csv");
  const file = readFileSync(await download.path(), "utf8");
  expect(file.startsWith("\uFEFFNuméro;Réservée le;")).toBe(true);
  expect(file.split("\r\n")).toHaveLength(2);
  expect(file).toContain(`"'=1+1 Morel"`);
  expect(file).toContain("formule@exemple.test");

  await page.getByRole("button", { name: "Réinitialiser" }).click();
  await expect(page).toHaveURL(/reservations$/);
  await page.getByLabel("Du", { exact: true }).fill("01/01/2050");
  await expect(page.getByText("Rien ne correspond à cette recherche.")).toBeVisible();
  await page.goBack();
  await expect(page.getByText("zora@exemple.test")).toBeVisible();
});

test("a class list names its learners to an editor and says more to an administrator", async ({
  page,
  school,
}) => {
  const { id, course } = await hold(school, "zora@exemple.test");
  const admin = await signIn(school, ADMIN);
  await admin.ok("PATCH", `/reservations/${id}/confirm`, { method: "CASH" });
  await enter(page, await signIn(school, EDITOR));
  await page.goto(`/dashboard/course/${course.id}/learners`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(course.name);
  const row = page.getByRole("row").filter({ hasText: "Morel Jeanne" });
  await expect(row).toContainText("2 modules");
  await expect(page.getByRole("main")).not.toContainText("@");
  await expect(page.getByRole("main")).not.toContainText("€");
  await accessible(page);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByText("Préau · ")).toBeVisible();
  await expect(page.getByRole("button", { name: "Imprimer" })).toBeHidden();
  await expect(page.getByRole("columnheader", { name: "Présence" })).toBeVisible();
});

test("an administrator’s class list tells how to reach whom, and is kept as a file", async ({
  page,
  school,
}) => {
  const { id, course } = await hold(school, "zora@exemple.test");
  const admin = await signIn(school, ADMIN);
  await admin.ok("PATCH", `/reservations/${id}/confirm`, { method: "CASH" });
  await enter(page, admin);
  await page.goto(`/dashboard/course/${course.id}/learners`);
  const row = page.getByRole("row").filter({ hasText: "zora@exemple.test" });
  await expect(row.getByText(/€$/)).toHaveCSS("white-space", "nowrap");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Exporter en CSV" }).click(),
  ]);
  expect(readFileSync(await download.path(), "utf8")).toContain("Morel;Jeanne;zora@exemple.test;");
  await page.getByRole("switch", { name: "Présence" }).press("Space");
  await expect(page.getByRole("columnheader", { name: "Présence" })).toHaveCount(0);
});

test("an editor neither opens nor hears of sales", async ({ page, school }) => {
  const editor = await signIn(school, EDITOR);
  await enter(page, editor);
  for (const path of ["reservations", "reservations/1", "subscriptions"]) {
    await page.goto(`/dashboard/sales/${path}`);
    await expect(page).toHaveURL(/\/dashboard\/accueil$/);
  }
  await expect(page.getByRole("button", { name: "Ventes" })).toHaveCount(0);
  expect((await editor.call("GET", "/reservations")).status).toBe(403);
  expect((await editor.call("GET", "/subscriptions")).status).toBe(403);
});

test("a mail is found by its recipient, read, and sent again after a question", async ({
  page,
  school,
}) => {
  const { id } = await hold(school, "zora@exemple.test");
  const admin = await signIn(school, ADMIN);
  await admin.ok("PATCH", `/reservations/${id}/confirm`, { method: "CASH" });
  const sent = () => school.mailbox.to("zora@exemple.test").length;
  await expect.poll(sent).toBeGreaterThan(0);
  await enter(page, admin);
  await page.goto("/dashboard/mails?q=zora%40");
  await expect(page.getByText("bonjour@preau", { exact: false })).toHaveCount(0);
  const row = page.getByRole("row").filter({ hasText: "zora@exemple.test" }).first();
  await expect(row).toContainText("Envoyé");
  await row.getByRole("button").first().click();
  await expect(page.getByRole("dialog")).toContainText("zora@exemple.test");
  await accessible(page);
  await page.keyboard.press("Escape");
  const before = sent();
  await row.getByRole("button", { name: /^Renvoyer à/ }).click();
  const dialog = page.getByRole("dialog", { name: /Renvoyer cet e-mail/ });
  await accessible(page);
  await dialog.getByRole("button", { name: "Renvoyer" }).click();
  await expect(page.getByText("L’e-mail repart.")).toBeVisible();
  await expect.poll(sent).toBe(before + 1);
});

for (const part of [
  "sales/reservations",
  "sales/reservations/1",
  "sales/subscriptions",
  "course/1/learners",
]) {
  test(`machines find nothing to object to at ${part} in any language`, async ({
    page,
    school,
  }) => {
    await enter(page, await signIn(school, ADMIN));
    await accessibleEverywhere(page, `/dashboard/${part}`, async () => {
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
    });
  });
}
