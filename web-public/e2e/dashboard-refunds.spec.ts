// Money that goes back, for administrators: part of it with the place kept, what was taken at the desk handed over,
// what the provider refused, and the amount decided after a withdrawal.
import { bookableCourse, Caller, draft, goodCard, visitorPassword } from "./support/api.ts";
import { Effort } from "./support/clicks.ts";
import { openFirstLesson } from "./support/learner.ts";
import { password, type School } from "./support/school.ts";
import { accessibleEverywhere } from "./support/sizes.ts";
import { rowsOf } from "./support/staff.ts";
import { accessible, expect, test } from "./support/test.ts";
import { enter } from "./support/visitor.ts";

const signIn = (school: School) => new Caller(school.url).signIn("admin@preau.test", password);

/** As the pages write it, with their no-break spaces. */
const money = (euros: number) =>
  new RegExp(
    `${euros
      .toFixed(2)
      .replace(/\B(?=(\d{3})+\.)/, "\\s")
      .replace(".", ",")}\\s€`,
  );

/** A visitor has paid by card; answers the reservation's id and what it cost. */
async function bought(school: School, email: string, more: Record<string, unknown> = {}) {
  const course = await bookableCourse(school.url);
  const visitor = new Caller(school.url);
  const started = await visitor.ok("POST", "/checkout", draft(course, email, more));
  const { reservationId, checkoutToken, clientSecret } = started;
  await visitor.ok("POST", "/payment/sandbox/confirm", { clientSecret, ...goodCard });
  await visitor.ok("POST", `/checkout/${reservationId}/complete`, { checkoutToken });
  return { id: reservationId as number, amount: started.amount as number };
}

test("part of the money goes back and the place stays", async ({ page, school }) => {
  const { id, amount } = await bought(school, "geste@exemple.test");
  const admin = await signIn(school);
  await enter(page, admin);
  await page.goto(`/dashboard/sales/reservations/${id}`);
  await page.getByRole("button", { name: "Rembourser", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Rembourser" });
  await expect(dialog.getByLabel("Montant en euros")).toHaveValue(
    amount.toFixed(2).replace(".", ","),
  );
  await dialog.getByLabel("Montant en euros").fill(String(amount + 1));
  await expect(dialog.getByText(/^Saisissez un montant/)).toBeVisible();
  await dialog.getByRole("button", { name: /^Rembourser/ }).click();
  await expect(dialog).toBeVisible();
  expect((await admin.ok("GET", `/reservations/${id}`)).history.refunds).toEqual([]);
  await accessible(page);
  await dialog.getByLabel("Montant en euros").fill("12,5");
  await expect(dialog.getByRole("radio", { name: /la place et l’accès/i })).toBeChecked();
  await dialog.getByLabel("Raison, pour l’école").fill("Salle froide");
  await dialog.getByRole("button", { name: /^Rembourser 12,50/ }).dblclick();
  await expect(page.getByText(/^Remboursement de 12,50\s€ décidé/)).toBeVisible();
  await expect(page.getByText("Salle froide")).toBeVisible();
  await expect(page.getByText("Confirmée", { exact: true })).toBeVisible();
  await accessible(page);
  const { history } = await admin.ok("GET", `/reservations/${id}`);
  expect(history.refunds).toHaveLength(1);
});

test("all of it goes back in three presses from the list: the place is given back and the access ends", async ({
  page,
  school,
}) => {
  const { id, amount } = await bought(school, "tout@exemple.test");
  const admin = await signIn(school);
  await enter(page, admin);
  await page.goto("/dashboard/sales/reservations");
  const effort = new Effort();
  await effort.click(page.locator(`a[href$="/sales/reservations/${id}"]`).first());
  await effort.click(page.getByRole("button", { name: "Rembourser", exact: true }));
  const dialog = page.getByRole("dialog", { name: "Rembourser" });
  await expect(dialog.getByRole("radio", { name: /réservation est annulée/ })).toBeChecked();
  await expect(dialog.getByText("La place est rendue et l’accès au cours se ferme.")).toBeVisible();
  await accessible(page);
  await effort.fill(dialog.getByLabel("Raison, pour l’école"), "Ne peut plus venir");
  await effort.click(dialog.getByRole("button", { name: /^Rembourser .* et libérer la place$/ }));
  await expect(page.getByText(/^Remboursement de .* décidé/)).toBeVisible();
  const { status, history } = await admin.ok("GET", `/reservations/${id}`);
  expect(status).toBe("CANCELLED");
  expect(history.refunds).toMatchObject([{ amount }]);
  expect(effort.clicks).toBeLessThanOrEqual(3);
  expect(effort.fields).toBe(1);
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
  await expect(page.getByText("À rendre au secrétariat")).toBeVisible();
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

/** The provider has refused to give the money of this sale back. */
async function refused(school: School, admin: Caller, email: string) {
  const sale = await bought(school, email);
  await admin.ok("PATCH", `/reservations/${sale.id}/cancel`, {});
  school.sql(
    `UPDATE refunds SET status = 'FAILED', last_error = 'expired_or_canceled_card'
     WHERE status = 'PENDING' AND reservation_id = ${sale.id}`,
  );
  return sale;
}

async function refundsOf(admin: Caller, id: number) {
  const { history } = await admin.ok("GET", `/reservations/${id}`);
  return history.refunds as { status: string; byHand: string | null; amount: number }[];
}

test("a refund that failed is tried again, once, and says how it stands", async ({
  page,
  school,
}) => {
  const admin = await signIn(school);
  const { id } = await refused(school, admin, "relance@exemple.test");
  await enter(page, admin);
  await page.goto(`/dashboard/sales/reservations/${id}`);
  await expect(page.getByText("expired_or_canceled_card")).toBeVisible();
  await accessible(page);
  await page.getByRole("button", { name: /^Réessayer le remboursement de/ }).dblclick();
  await expect(page.getByText(/^Le remboursement de .* est retenté/).first()).toBeVisible();
  await expect(page.getByRole("button", { name: /^Réessayer/ })).toHaveCount(0);
  await expect(page.getByText("expired_or_canceled_card")).toHaveCount(0);
  await accessible(page);
  const made = await refundsOf(admin, id);
  expect(made.map(({ status }) => status)).not.toContain("FAILED");
  expect(made).toHaveLength(1);
});

test("a refund that failed is settled by hand, once", async ({ page, school }) => {
  const admin = await signIn(school);
  const { id, amount } = await refused(school, admin, "main@exemple.test");
  await enter(page, admin);
  await page.goto(`/dashboard/sales/reservations/${id}`);
  await page.getByRole("button", { name: /réglé à la main$/ }).click();
  const dialog = page.getByRole("dialog", { name: "Remboursement réglé à la main" });
  await expect(dialog).toContainText("personne n’est remboursé deux fois");
  await dialog.getByRole("button", { name: /^Noter/ }).click();
  await expect(dialog.getByText(/^Choisissez/)).toBeVisible();
  await accessible(page);
  await dialog.getByRole("radio", { name: "Virement" }).check();
  await dialog.getByRole("button", { name: /^Noter/ }).dblclick();
  await expect(page.getByText(/noté comme réglé/)).toBeVisible();
  await expect(page.getByText("Remis à la main : Virement")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Réessayer|réglé à la main$/ })).toHaveCount(0);
  expect(await refundsOf(admin, id)).toMatchObject([
    { status: "DONE", byHand: "TRANSFER", amount },
  ]);
  expect(school.run("doctor")).toBeTruthy();
});

test("money at a provider that is no longer used goes back by hand only", async ({
  page,
  school,
}) => {
  const admin = await signIn(school);
  const { id } = await refused(school, admin, "ailleurs@exemple.test");
  school.sql(`UPDATE payments SET provider = 'STRIPE' WHERE reservation_id = ${id}`);
  school.sql(`UPDATE refunds SET stranded = TRUE WHERE reservation_id = ${id}`);
  await enter(page, admin);
  await page.goto(`/dashboard/sales/reservations/${id}`);
  await expect(page.getByText(/n’utilisait plus le prestataire de ce paiement/)).toBeVisible();
  await expect(page.getByRole("button", { name: /^Réessayer/ })).toHaveCount(0);
  await expect(page.getByRole("button", { name: /réglé à la main$/ })).toBeVisible();
  await accessible(page);
  await page.getByRole("button", { name: "Rembourser", exact: true }).click();
  await expect(page.getByRole("dialog")).toContainText("rendez la somme vous-même");
});

test("a withdrawal that waits is decided from the list, knowing what went back before", async ({
  page,
  school,
}) => {
  const admin = await signIn(school);
  // Lessons open on the day that was wished for: today, as it is at the school.
  const requestedStartDate = new Date().toLocaleDateString("sv-SE", { timeZone: "Europe/Paris" });
  const { id, amount } = await bought(school, "decide@exemple.test", { requestedStartDate });
  const payer = await new Caller(school.url).signIn("decide@exemple.test", visitorPassword);
  await openFirstLesson(payer);
  const gesture = { amount: 12.5, note: "Salle froide" };
  await admin.ok("POST", `/reservations/${id}/refund`, gesture);
  await payer.ok("POST", `/reservations/${id}/withdraw`);
  const { purchase } = await admin.ok("GET", `/reservations/${id}`);
  const proposed: number = purchase.withdrawal.proposed;
  expect(proposed).toBeGreaterThan(0);
  expect(proposed).toBeLessThan(amount - gesture.amount);

  await enter(page, admin);
  await page.goto("/dashboard/sales/withdrawals");
  const row = page.getByRole("row").filter({ hasText: "Jeanne Morel" }).first();
  await expect(row).toContainText(money(proposed));
  await accessible(page);
  await row.getByRole("link").first().click();
  await expect(page.getByRole("heading", { name: "Rétractation" })).toBeVisible();
  await page.getByRole("button", { name: "Fixer le montant" }).click();
  const dialog = page.getByRole("dialog", { name: "Fixer le montant remboursé" });
  const shown = async (term: string, euros: number) =>
    expect(dialog.locator("dl > div").filter({ hasText: term })).toContainText(money(euros));
  await shown("Payé", amount);
  await shown("Déjà remboursé", 12.5);
  await shown("Proposé", proposed);
  await shown("Maximum", amount - 12.5);
  await accessible(page);

  const field = dialog.getByLabel("Montant en euros");
  await field.fill(String(amount));
  await dialog.getByRole("button", { name: /^Fixer à/ }).click();
  await expect(dialog.getByText(/^Saisissez un montant, au plus/)).toBeVisible();
  await field.fill("20");
  await dialog.getByRole("button", { name: /^Fixer à 20,00/ }).dblclick();
  await expect(page.getByText(/^La rétractation est réglée/)).toBeVisible();
  await expect(page.getByText(/^Décidé\s: 20,00/)).toBeVisible();
  await accessible(page);
  const made = await refundsOf(admin, id);
  expect(made.map((refund) => refund.amount)).toEqual([12.5, 20]);
});

test("the withdrawals read on a phone and in four languages", async ({ page, school }) => {
  const { id } = await bought(school, "liste@exemple.test");
  const admin = await signIn(school);
  await admin.ok("POST", `/reservations/${id}/withdraw`);
  await enter(page, admin);
  await accessibleEverywhere(page, "/dashboard/sales/withdrawals", async () => {
    await expect(rowsOf(page).first()).toBeVisible();
  });
});
