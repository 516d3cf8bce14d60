// A sale at the desk in one dialog: somebody new, the price as it is, the money noted, the place taken.
import { bookableCourse, Caller } from "./support/api.ts";
import { password, type School } from "./support/school.ts";
import { accessibleEverywhere } from "./support/sizes.ts";
import { accessible, expect, test } from "./support/test.ts";
import { enter } from "./support/visitor.ts";

const PAGE = "/dashboard/sales/reservations";
const signIn = (school: School) => new Caller(school.url).signIn("admin@preau.test", password);

test("somebody at the desk is entered, pays and is enrolled", async ({ page, school }) => {
  const course = await bookableCourse(school.url);
  const admin = await signIn(school);
  await enter(page, admin);
  await page.goto(PAGE);
  await page.getByRole("button", { name: "Vente au secrétariat" }).click();
  const dialog = page.getByRole("dialog", { name: "Vente au secrétariat" });
  await dialog.getByRole("button", { name: /^Encaisser/ }).click();
  await expect(dialog.getByText("Ce champ est requis.").first()).toBeVisible();
  await accessible(page);
  await dialog.getByLabel("Prénom").fill("Rosa");
  await dialog.getByLabel("Nom", { exact: true }).fill("Diaz");
  await dialog.getByRole("textbox", { name: "E-mail" }).fill("rosa.diaz@exemple.test");
  const language = dialog.getByRole("combobox", { name: "Langue des e-mails et de la facture" });
  await expect(language).toHaveValue("Français");
  await language.click();
  await page.getByRole("option", { name: "Italiano" }).click();
  await dialog.getByRole("combobox", { name: "Cours", exact: true }).click();
  await page.getByRole("option", { name: course.name, exact: true }).click();
  await dialog.getByRole("radio", { name: "Chèque" }).check();
  await dialog.getByLabel("Note (facultatif)").fill("Chèque n° 12");
  await expect(dialog.getByText(/^Prix/)).toBeVisible();
  await accessible(page);
  await dialog.getByRole("button", { name: /^Encaisser .*€$/ }).dblclick();

  await expect(page.getByText(/^Vente de .* enregistrée/)).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Réservation n°\s?\d+$/);
  await expect(page.getByText("Confirmée", { exact: true })).toBeVisible();
  await expect(page.getByText("Chèque n° 12")).toBeVisible();
  await expect.poll(() => school.mailbox.to("rosa.diaz@exemple.test").length).toBeGreaterThan(1);
  const subjects = school.mailbox.to("rosa.diaz@exemple.test").map(({ subject }) => subject);
  expect(subjects.some((subject) => subject.startsWith("La sua prenotazione è confermata"))).toBe(
    true,
  );
  const sales = await admin.ok("GET", "/reservations?q=rosa.diaz%40exemple.test");
  expect(sales).toHaveLength(1);
});

test("the desk reads on a phone and in four languages", async ({ page, school }) => {
  await enter(page, await signIn(school));
  const words = /^(Vente au secrétariat|Sale at the desk|Vendita in segreteria|前台销售)$/;
  await accessibleEverywhere(page, PAGE, async () => {
    await page.getByRole("button", { name: words }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
  });
});
