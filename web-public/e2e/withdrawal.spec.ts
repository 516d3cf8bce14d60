// Withdrawing from a purchase in two steps, with its acknowledgement; by whoever pays, once, and in any language.
import type { Page } from "@playwright/test";
import { bookableCourse, Caller, draft, goodCard, visitorPassword } from "./support/api.ts";
import type { School } from "./support/school.ts";
import { accessibleEverywhere } from "./support/sizes.ts";
import { accessible, expect, test } from "./support/test.ts";
import { enter } from "./support/visitor.ts";

/** Somebody who has just bought a course that is still to begin; answers the reservation too. */
async function buyer(school: School, email: string) {
  const course = await bookableCourse(school.url);
  const visitor = new Caller(school.url);
  const { reservationId, checkoutToken, clientSecret } = await visitor.ok(
    "POST",
    "/checkout",
    draft(course, email),
  );
  await visitor.ok("POST", "/payment/sandbox/confirm", { clientSecret, ...goodCard });
  await visitor.ok("POST", `/checkout/${reservationId}/complete`, { checkoutToken });
  const caller = await new Caller(school.url).signIn(email, visitorPassword);
  return { caller, course, id: reservationId as number };
}

async function openPurchases(page: Page, school: School, email: string) {
  const bought = await buyer(school, email);
  await enter(page, bought.caller);
  await page.goto("/profile?tab=purchases");
  return bought;
}

test("a purchase is given up in two steps and acknowledged at once", async ({ page, school }) => {
  const { caller, course, id } = await openPurchases(page, school, "renonce@exemple.test");
  const purchase = page.getByRole("article").filter({ hasText: course.name });
  await expect(purchase).toContainText(/Possible jusqu’au/);
  await accessible(page);
  await purchase.getByRole("button", { name: /^Renoncer au contrat ici/ }).click();
  const dialog = page.getByRole("dialog", { name: "Renoncer à ce contrat" });
  await expect(dialog).toContainText("Jeanne Morel");
  await expect(dialog).toContainText(course.name);
  await expect(dialog).toContainText("renonce@exemple.test");
  await expect(dialog).toContainText("remboursée en totalité");
  await accessible(page);
  await dialog.getByRole("button", { name: "Confirmer la rétractation" }).dblclick();

  await expect(page.getByText(/Votre rétractation est enregistrée/)).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(purchase).toContainText("Annulé");
  await expect(purchase).toContainText(/Rétractation déclarée le/);
  await expect(purchase.getByRole("button", { name: /^Renoncer/ })).toHaveCount(0);
  await accessible(page);
  const mails = () => school.mailbox.to("renonce@exemple.test").map(({ subject }) => subject);
  await expect.poll(mails).toContain(`Accusé de réception de votre rétractation : ${course.name}`);
  const { purchase: seen } = await caller.ok("GET", `/reservations/${id}`);
  expect(seen.refunds).toHaveLength(1);
});

test("the way leads there from the subscription, and nothing happens before the second step", async ({
  page,
  school,
}) => {
  const { caller, course, id } = await openPurchases(page, school, "hesite@exemple.test");
  await page.goto("/profile/subscriptions");
  await page.getByRole("link", { name: `Renoncer au contrat : ${course.name}` }).click();
  await page.getByRole("button", { name: /^Renoncer au contrat ici/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Annuler" }).click();
  expect((await caller.ok("GET", `/reservations/${id}`)).status).toBe("CONFIRMED");
});

test("it reads on a phone and in four languages", async ({ page, school }) => {
  const { caller } = await buyer(school, "lecture@exemple.test");
  await enter(page, caller);
  const words =
    /^(Renoncer au contrat ici|Withdraw from the contract|Recedere dal contratto|在此撤销合同)/;
  await accessibleEverywhere(page, "/profile?tab=purchases", async () => {
    await page.getByRole("button", { name: words }).click();
    await expect(page.getByRole("dialog")).toContainText("lecture@exemple.test");
  });
});
