// "Mes cours": three tabs, what each card says and opens; waiting, failed and empty.
import { bookableCourse, Caller, register } from "./support/api.ts";
import { password } from "./support/school.ts";
import { accessible, expect, test } from "./support/test.ts";
import { enter } from "./support/visitor.ts";

const STUDENT = "student@preau.test";

test("a student finds what is under way, complete and over", async ({ page, school }) => {
  await enter(page, await new Caller(school.url).signIn(STUDENT, password));
  await page.goto("/profile/subscriptions");
  await expect(page).toHaveTitle(/^Mes cours/);
  const card = page.getByRole("article");
  await expect(card).toContainText(/Inscription du \d+/);
  await expect(card.getByRole("progressbar")).toHaveAccessibleName(/sur les modules sélectionnés/);
  await expect(card.getByRole("link", { name: /^Ma classe/ })).toHaveAttribute(
    "href",
    /\/ma-classe\/\d+$/,
  );
  await accessible(page);

  await page.getByRole("tab", { name: "Actives" }).press("ArrowRight");
  await expect(page).toHaveURL(/tab=completed/);
  await expect(card.getByRole("progressbar")).toHaveAccessibleName(/100.*sur l’ensemble du cours/);
  await expect(card.getByRole("link", { name: /^Voir le cours/ })).toBeVisible();

  await page.getByRole("tab", { name: "Expirées" }).click();
  await expect(card).toContainText("Tous les modules du cours");
  await expect(card.getByRole("button", { name: "Continuer" })).toBeDisabled();
  await expect(card).toContainText(/Accès terminé le \d+/);
  await accessible(page);
});

test("signing in leads to one’s courses, and one button to the next lesson", async ({
  page,
  school,
}) => {
  await page.goto("/login");
  const login = page.getByRole("dialog", { name: "Se connecter" });
  await login.getByLabel("Adresse e-mail").fill(STUDENT);
  await login.getByLabel("Mot de passe", { exact: true }).fill(password);
  await login.getByRole("button", { name: "Se connecter", exact: true }).click();
  await expect(page).toHaveURL(/\/profile\/subscriptions$/);
  await page.getByRole("link", { name: "Reprendre", exact: true }).click();
  await expect(page).toHaveURL(/lesson=\d+$/);
  const student = await new Caller(school.url).signIn(STUDENT, password);
  const { id } = await student.ok("GET", "/users/me");
  const lesson = Number(new URL(page.url()).searchParams.get("lesson"));
  // It was not viewed; now it is, and the next one is another.
  await expect
    .poll(async () => {
      const mine: { resume?: { lessonId: number } }[] = await student.ok(
        "GET",
        `/subscriptions/user/${id}`,
      );
      return mine.some(({ resume }) => resume?.lessonId === lesson);
    })
    .toBe(false);
});

test("the class’s link, timetable and teacher stand on the pages of an online course", async ({
  page,
  school,
}) => {
  const admin = await new Caller(school.url).signIn("admin@preau.test", password);
  const student = await new Caller(school.url).signIn(STUDENT, password);
  const { id: userId } = await student.ok("GET", "/users/me");
  const course = await bookableCourse(school.url, "Italien", "ONLINE");
  const gift = { userId, courseId: course.id, reason: "Bourse" };
  const { id } = await admin.ok("POST", "/subscriptions", gift);
  await enter(page, student);
  const link = page.getByRole("link", {
    name: `Rejoindre la classe en ligne : ${course.name} (nouvel onglet)`,
  });
  await page.goto("/profile/subscriptions");
  const card = page.getByRole("article").filter({ hasText: course.name });
  await expect(card).toContainText("mer., 12 h 30 – 13 h 30");
  await accessible(page);
  await page.goto(`/courses-modules?id=${course.id}&modules=&subscriptionId=${id}`);
  await expect(link).toHaveAttribute("href", /^https:/);
  await accessible(page);
  await page
    .getByRole("link", { name: /^Commencer :/ })
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 2 }).first()).toBeVisible();
  await expect(link).toBeVisible();
  await accessible(page);

  // The page of a lesson reads the next one ahead; nothing of it is on its way when access ends.
  await page.goto("/profile/subscriptions");
  await admin.ok("PATCH", `/subscriptions/${id}/deactivate`);
  await page.goto(`/courses-modules?id=${course.id}&modules=&subscriptionId=${id}`);
  await expect(page.getByText("Votre accès à ce cours est terminé.")).toBeVisible();
  await expect(link).toHaveCount(0);
});

test.describe("without any", () => {
  test.use({ expectedFailures: [/^500 GET \/api\/subscriptions\/user/] });

  test("each tab says so; before that it waits, or fails with a way to try again", async ({
    page,
    school,
  }) => {
    await enter(page, await register(school.url, "nina.sans@exemple.test"));
    let broken = true;
    let release = () => {};
    const late = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/api/subscriptions/user/*", async (route) => {
      await late;
      if (!broken) return route.continue();
      return route.fulfill({ status: 500, json: { status: 500, code: "internal", message: "" } });
    });
    await page.goto("/profile/subscriptions");
    await expect(page.locator("main [aria-busy=true]")).toHaveCount(1);
    release();
    await expect(page.getByText("Vos cours n’ont pas pu être chargés.")).toBeVisible();
    broken = false;
    await page.getByRole("button", { name: "Réessayer" }).click();
    for (const [tab, none] of [
      ["Actives", "Aucune inscription active."],
      ["Complétées", "Aucune inscription complétée."],
      ["Expirées", "Aucune inscription expirée."],
    ] as const) {
      await page.getByRole("tab", { name: tab }).click();
      await expect(page.getByText(none)).toBeVisible();
    }
    await accessible(page);
  });
});
