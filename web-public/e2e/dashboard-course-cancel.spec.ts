// A course that does not take place: seen first, typed to confirm, and told to everybody with the money on its way.
import { bookableCourse, Caller, draft, goodCard } from "./support/api.ts";
import { password, type School } from "./support/school.ts";
import { accessibleEverywhere } from "./support/sizes.ts";
import { rowOf, rowsOf } from "./support/staff.ts";
import { accessible, expect, test } from "./support/test.ts";
import { enter } from "./support/visitor.ts";

const signIn = (school: School, email = "admin@preau.test") =>
  new Caller(school.url).signIn(email, password);

async function buy(school: School, email: string) {
  const course = await bookableCourse(school.url);
  const visitor = new Caller(school.url);
  const started = await visitor.ok("POST", "/checkout", draft(course, email));
  const { reservationId, checkoutToken, clientSecret } = started;
  await visitor.ok("POST", "/payment/sandbox/confirm", { clientSecret, ...goodCard });
  await visitor.ok("POST", `/checkout/${reservationId}/complete`, { checkoutToken });
  return { course, id: reservationId as number };
}

test.describe("when the list has changed meanwhile", () => {
  test.use({ expectedFailures: [/^409 POST/] });

  test("it is seen again, typed, and everybody is refunded and told", async ({ page, school }) => {
    const { course, id } = await buy(school, "annule@exemple.test");
    const admin = await signIn(school);
    await enter(page, admin);
    await page.goto("/dashboard/course/list");
    await page.getByRole("searchbox").first().fill(course.name);
    await rowOf(page, course.name)
      .getByRole("button", { name: /^Autres actions|^Plus/ })
      .click();
    await page.getByRole("menuitem", { name: "Annuler le cours" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Annuler le cours");
    await expect(rowOf(page, "annule@exemple.test")).toBeVisible();
    await accessible(page);

    const submit = page.getByRole("button", { name: "Annuler le cours et rembourser" });
    await submit.click();
    await expect(page.getByText("Dites pourquoi le cours n’a pas lieu.")).toBeVisible();
    await page.getByLabel(/^Raison/).fill("La professeure est souffrante.");
    await page.getByLabel(/^Pour confirmer/).fill(course.name);
    await buy(school, "entre-temps@exemple.test");
    await submit.click();
    await expect(page.getByText(/^Les réservations ont changé entre-temps/)).toBeVisible();
    await expect(rowOf(page, "entre-temps@exemple.test")).toBeVisible();
    await accessible(page);
    await submit.dblclick();
    await expect(page.getByText(`Le cours « ${course.name} » est annulé.`)).toBeVisible();
    await expect
      .poll(() => school.mailbox.to("annule@exemple.test").map(({ subject }) => subject))
      .toContain(`Cours annulé : ${course.name}`);
    const { status, purchase } = await admin.ok("GET", `/reservations/${id}`);
    expect([status, purchase.refunded]).toEqual(["CANCELLED", purchase.amount]);
  });
});

test("an editor cannot cancel, and the page reads everywhere", async ({ page, school }) => {
  const { course } = await buy(school, "lecture@exemple.test");
  const path = `/dashboard/course/${course.id}/cancel`;
  await enter(page, await signIn(school, "editor@preau.test"));
  await page.goto(path);
  await expect(page).toHaveURL(/\/dashboard\/accueil$/);
  await enter(page, await signIn(school));
  await accessibleEverywhere(page, path, async () => {
    await expect(rowsOf(page).first()).toBeVisible();
  });
});
