// Invoices and credit notes: the buyer keeps them from the purchases and finds them in the mail, the administration in
// the sale and in the list of all.
import { bookableCourse, Caller, draft, goodCard, visitorPassword } from "./support/api.ts";
import { kept } from "./support/files.ts";
import { password, type School } from "./support/school.ts";
import { accessibleEverywhere } from "./support/sizes.ts";
import { rowsOf } from "./support/staff.ts";
import { accessible, expect, test } from "./support/test.ts";
import { enter } from "./support/visitor.ts";

const signIn = (school: School, email = "admin@preau.test", secret = password) =>
  new Caller(school.url).signIn(email, secret);

/** Somebody buys; answers the reservation's id. */
async function buy(school: School, email: string): Promise<number> {
  const course = await bookableCourse(school.url);
  const visitor = new Caller(school.url);
  const { reservationId, checkoutToken, clientSecret } = await visitor.ok(
    "POST",
    "/checkout",
    draft(course, email),
  );
  await visitor.ok("POST", "/payment/sandbox/confirm", { clientSecret, ...goodCard });
  await visitor.ok("POST", `/checkout/${reservationId}/complete`, { checkoutToken });
  return reservationId;
}

test("a buyer keeps the invoice from the purchases, and has it in the mail", async ({
  page,
  school,
}) => {
  const email = "jeanne.facture@exemple.test";
  await buy(school, email);
  const mail = await school.mailbox.receive(email, /réservation est confirmée/);
  expect(mail.text).toContain("Votre facture est jointe");
  await enter(page, await signIn(school, email, visitorPassword));
  await page.goto("/profile?tab=purchases");
  const file = await kept(page, /^Facture F\d{4}-\d{5}/);
  expect(file.name).toMatch(/^F\d{4}-\d{5}\.pdf$/);
  expect(file.begins).toBe("%PDF-");
  expect(mail.attached).toEqual([file.name, "seances.ics"]);
  await accessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await accessible(page);
});

test.describe("a file that does not come", () => {
  test.use({ expectedFailures: [/^404 GET \/api\/invoices/] });

  test("is told", async ({ page, school }) => {
    const email = "jeanne.perdue@exemple.test";
    await buy(school, email);
    await enter(page, await signIn(school, email, visitorPassword));
    await page.route("**/api/invoices/*/pdf", (route) =>
      route.fulfill({
        status: 404,
        contentType: "application/problem+json",
        body: JSON.stringify({
          status: 404,
          code: "not_found",
          message: "Introuvable.",
          requestId: "x",
        }),
      }),
    );
    await page.goto("/profile?tab=purchases");
    await page.getByRole("button", { name: /^Facture F/ }).click();
    await expect(page.getByRole("alert").filter({ hasText: /\S/ })).toBeVisible();
  });
});

test("the administration finds papers by day, keeps them, and gives all to the accountant", async ({
  page,
  school,
}) => {
  const id = await buy(school, "jeanne.compta@exemple.test");
  await enter(page, await signIn(school));
  await page.goto(`/dashboard/sales/reservations/${id}`);
  expect((await kept(page, /^Facture F/)).begins).toBe("%PDF-");
  await accessible(page);

  await page.goto("/dashboard/sales/invoices");
  const newest = page.getByRole("row").nth(1);
  await expect(newest).toContainText(/Facture F\d{4}-\d{5}/);
  await expect(newest).toContainText("Jeanne Morel");
  await expect(
    page
      .getByRole("row")
      .filter({ hasText: /Sur la facture F/ })
      .first(),
  ).toContainText("−");
  const file = await kept(page, /^Exporter pour le comptable/);
  expect(file.name).toBe("factures.csv");
  expect(file.bytes.toString("utf8")).toContain("\uFEFFNuméro;Date;Type;Client");
  await accessible(page);

  await page.getByLabel("Du", { exact: true }).fill("01/01/2020");
  await page.getByLabel("Au", { exact: true }).fill("02/01/2020");
  await expect(page.getByText("Aucune facture à ces dates.")).toBeVisible();
  await accessible(page);
  await page.getByRole("button", { name: "Réinitialiser" }).click();
  await expect(newest).toContainText("Jeanne Morel");
  await newest.getByRole("link", { name: "Jeanne Morel" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Réservation n°\s?\d+$/);
});

test("the list is for everyone", async ({ page, school }) => {
  await enter(page, await signIn(school));
  await accessibleEverywhere(page, "/dashboard/sales/invoices", async (page) => {
    await expect(rowsOf(page).first()).toBeVisible();
  });
});
