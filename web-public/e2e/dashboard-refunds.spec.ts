// Money that goes back, for administrators: part of it with the place kept, what was taken at the desk handed over,
// and the amount decided after a withdrawal.
import { bookableCourse, Caller, draft, goodCard } from "./support/api.ts";
import { password, type School } from "./support/school.ts";
import { accessibleEverywhere } from "./support/sizes.ts";
import { accessible, expect, test } from "./support/test.ts";
import { enter } from "./support/visitor.ts";

const signIn = (school: School) => new Caller(school.url).signIn("admin@preau.test", password);

/** A visitor has paid by card; answers the reservation's id and what it cost. */
async function bought(school: School, email: string) {
  const course = await bookableCourse(school.url);
  const visitor = new Caller(school.url);
  const started = await visitor.ok("POST", "/checkout", draft(course, email));
  const { reservationId, checkoutToken, clientSecret } = started;
  await visitor.ok("POST", "/payment/sandbox/confirm", { clientSecret, ...goodCard });
  await visitor.ok("POST", `/checkout/${reservationId}/complete`, { checkoutToken });
  return { id: reservationId as number, amount: started.amount as number };
}

test("part of the money goes back and the place stays", async ({ page, school }) => {
  const { id } = await bought(school, "geste@exemple.test");
  const admin = await signIn(school);
  await enter(page, admin);
  await page.goto(`/dashboard/sales/reservations/${id}`);
  await page.getByRole("button", { name: "Rembourser", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Rembourser" });
  await dialog.getByRole("button", { name: "Rembourser", exact: true }).click();
  await expect(dialog.getByText(/^Saisissez un montant/)).toBeVisible();
  await accessible(page);
  await dialog.getByLabel("Montant en euros").fill("12,5");
  await dialog.getByLabel("Raison, pour l'école").fill("Salle froide");
  await dialog.getByRole("button", { name: /^Rembourser 12,50/ }).dblclick();
  await expect(page.getByText(/^Remboursement de 12,50\s€ décidé/)).toBeVisible();
  await expect(page.getByText("Salle froide")).toBeVisible();
  await expect(page.getByText("Confirmée", { exact: true })).toBeVisible();
  await accessible(page);
  const { history } = await admin.ok("GET", `/reservations/${id}`);
  expect(history.refunds).toHaveLength(1);
});

test("what was taken at the desk is handed over and noted", async ({ page, school }) => {
  const admin = await signIn(school);
  const course = await bookableCourse(school.url);
  const { requestedStartDate } = draft(course, "");
  const sale = await admin.ok("POST", "/reservations/desk", {
    courseId: course.id,
    reservedModuleIds: [],
    requestedStartDate,
    learner: { firstName: "Rosa", lastName: "Diaz", email: "rosa@exemple.test" },
    payment: { method: "CASH" },
  });
  await admin.ok("PATCH", `/reservations/${sale.id}/cancel`, {});
  await enter(page, admin);
  await page.goto(`/dashboard/sales/reservations/${sale.id}`);
  await expect(page.getByText("À remettre au guichet")).toBeVisible();
  await accessible(page);
  await page.getByRole("button", { name: /réglé à la main$/ }).click();
  const dialog = page.getByRole("dialog", { name: "Remboursement réglé à la main" });
  await dialog.getByRole("radio", { name: "Espèces" }).check();
  await dialog.getByLabel(/^Note/).fill("Reçu 7");
  await accessible(page);
  await dialog.getByRole("button", { name: /^Noter/ }).click();
  await expect(page.getByText(/noté comme réglé/)).toBeVisible();
  await expect(page.getByText("Remis à la main : Espèces")).toBeVisible();
  await expect(page.getByRole("button", { name: /réglé à la main$/ })).toHaveCount(0);
});

test("a withdrawal that waits is decided from the list", async ({ page, school }) => {
  const admin = await signIn(school);
  const student = await new Caller(school.url).signIn("student@preau.test", password);
  const { id, amount } = await bought(school, "decide@exemple.test");
  // Its course has begun: the seat was paid a week before its first day.
  await admin.ok("POST", `/reservations/${id}/withdraw`);
  expect(student.token).toBeTruthy();
  await enter(page, admin);
  await page.goto("/dashboard/sales/withdrawals");
  const row = page.getByRole("row").filter({ hasText: "Jeanne Morel" });
  await expect(row.first()).toContainText(amount.toFixed(0).slice(0, 2));
  await accessible(page);
  await row.getByRole("link").first().click();
  await expect(page.getByRole("heading", { name: "Rétractation" })).toBeVisible();
  await accessible(page);
});

test("the withdrawals read on a phone and in four languages", async ({ page, school }) => {
  const { id } = await bought(school, "liste@exemple.test");
  const admin = await signIn(school);
  await admin.ok("POST", `/reservations/${id}/withdraw`);
  await enter(page, admin);
  await accessibleEverywhere(page, "/dashboard/sales/withdrawals", async () => {
    await expect(page.getByRole("table")).toBeVisible();
  });
});
