// The modules of a course: what a subscription opens, card by card; over, missing or failing.
import type { Page } from "@playwright/test";
import { bookableCourse, register } from "./support/api.ts";
import { arrive, demoStudent, modulesOf, STUDENT, subscriptionOf } from "./support/learner.ts";
import { password, type School } from "./support/school.ts";
import { accessible, expect, test } from "./support/test.ts";
import { enter } from "./support/visitor.ts";

const newcomer = (school: School) => register(school.url, "nina.sans@exemple.test");

const cards = (page: Page) => page.getByRole("article");
const expanded = (page: Page) => page.locator('main [aria-expanded="true"]');

test("a learner opens their modules by keyboard, one at a time; the address keeps which", async ({
  page,
  school,
}) => {
  const { subscription } = await arrive(page, school, "ACTIVE");
  await page.goto("/profile/subscriptions");
  await page.getByRole("link", { name: /^Ma classe/ }).click();
  await page.getByRole("link", { name: "Voir toutes les leçons" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(subscription.courseName);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect(page.getByText("Accès partiel")).toBeVisible();
  await expect(page.getByRole("progressbar")).toHaveAccessibleName(/sur les modules sélectionnés/);
  await expect(cards(page).getByRole("heading", { level: 2 })).toHaveText(
    subscription.modules.map(({ title }) => title),
  );
  await accessible(page);

  const first = page.getByRole("button", { name: subscription.modules[0]?.title });
  await first.focus();
  await page.keyboard.press("Enter");
  await expect(first).toHaveAttribute("aria-expanded", "true");
  await expect(cards(page).first().getByRole("heading", { level: 3 }).first()).toBeVisible();
  await page.keyboard.press("Tab"); // its way in
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  const second = page.getByRole("button", { name: subscription.modules[1]?.title });
  await expect(second).toBeFocused();
  await expect(expanded(page)).toHaveText(subscription.modules[1]?.title ?? "");
  await accessible(page);
  await page.reload();
  await expect(expanded(page)).toHaveText(subscription.modules[1]?.title ?? "");
  await second.click();
  await expect(expanded(page)).toHaveCount(0);
});

test("each module says what to do next, and leads into its lessons", async ({ page, school }) => {
  const { subscription, address } = await arrive(page, school, "ACTIVE");
  await page.goto(address);
  const ways = cards(page).getByRole("link");
  await expect(ways).toHaveText(["Revoir", "Continuer", "Commencer"]);
  await expect(cards(page).nth(1)).toContainText("À suivre");
  const [, next] = subscription.modules;
  await ways.nth(1).click();
  // The page adds the lesson it opens.
  await expect(page).toHaveURL(
    new RegExp(`-chapiters\\?moduleId=${next?.moduleId}&subscriptionId=${subscription.id}&lesson=`),
  );
});

test("a hand-written address opens nothing that was not bought", async ({ page, school }) => {
  const { student, subscription } = await arrive(page, school, "ACTIVE");
  const at = (listed: string) => modulesOf(subscription, listed);
  const course = await student.ok("GET", `/courses/${subscription.courseId}/details`);
  const all: number[] = course.modules.map((module: { id: number }) => module.id);
  expect(all.length).toBeGreaterThan(subscription.moduleIds.length);
  await page.goto(at(all.join(",")));
  await expect(cards(page)).toHaveCount(subscription.moduleIds.length);
  await page.goto(at(""));
  await expect(cards(page)).toHaveCount(subscription.moduleIds.length);
  await expect(page.getByText("Accès partiel")).toBeVisible();
  await page.goto(at(String(all.at(-1))));
  await expect(page.getByText("Vous n’avez accès à aucun module pour ce cours.")).toBeVisible();
  await accessible(page);
  await page.getByRole("link", { name: "Voir tous mes modules" }).click();
  await expect(cards(page)).toHaveCount(subscription.moduleIds.length);
});

test("a whole course is open in full; a completed one says so and takes a review", async ({
  page,
  school,
  expectedFailures,
}) => {
  const { student, subscription, address } = await arrive(page, school, "COMPLETED");
  await page.goto(address);
  await expect(page.getByText("Accès complet")).toBeVisible();
  await expect(page.getByText("Cours terminé")).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0); // asked long ago
  await page.getByRole("button", { name: "Donner mon avis" }).click();
  const dialog = page.getByRole("dialog", { name: "Qu’avez-vous pensé de ce cours ?" });
  await expect(dialog.getByRole("radio", { name: "5 étoiles sur 5" })).toBeChecked();
  await dialog.getByRole("button", { name: "Envoyer mon avis" }).click();
  await expect(dialog.getByText("Le message est requis (min. 3 caractères).")).toBeVisible();
  await accessible(page);

  // Meanwhile, in another tab.
  const { courseId } = subscription;
  await student.ok("POST", "/comments", { message: "Très bien.", rating: 4, courseId });
  expectedFailures.push(/^409 POST \/api\/comments$/);
  await dialog.getByLabel("Votre message").fill("Merci à tous.");
  await dialog.getByRole("button", { name: "Envoyer mon avis" }).click();
  await expect(dialog.getByText("Vous avez déjà donné votre avis sur ce cours.")).toBeVisible();
  await dialog.getByRole("button", { name: "Fermer" }).last().click();
  await page.reload();
  await expect(cards(page).first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Donner mon avis" })).toHaveCount(0);
});

test("an access that is over is told with its day and what to do", async ({ page, school }) => {
  const { address } = await arrive(page, school, "EXPIRED");
  await page.goto(address);
  await expect(
    page.getByText(/^Votre accès à ce cours s’est terminé le \d+.* \d{4}\.$/),
  ).toBeVisible();
  // What was granted stays to be seen with its progress, and leads nowhere.
  await expect(cards(page).first()).toBeVisible();
  await expect(cards(page).getByRole("link")).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Voir la page du cours" })).toBeVisible();
  await accessible(page);
  await page.getByRole("link", { name: "Écrire à l’école" }).click();
  await expect(page).toHaveURL("/contacts");
});

test("an address without its numbers is explained; somebody else’s is not found", async ({
  page,
  school,
  expectedFailures,
}) => {
  const { id, courseId } = await subscriptionOf(await demoStudent(school.url), "ACTIVE");
  await enter(page, await newcomer(school));
  for (const address of [
    "/courses-modules",
    `/courses-modules?id=${courseId}`,
    `/courses-modules?id=${courseId}&subscriptionId=abc`,
    `/online-course-modules?id=0&subscriptionId=${id}`,
  ]) {
    await page.goto(address);
    await expect(
      page.getByText("Identifiant d’inscription manquant. Impossible de vérifier la progression."),
    ).toBeVisible();
  }
  await accessible(page);
  expectedFailures.push(/^404 GET \/api\/subscriptions\/\d+$/, /ApiError|404/);
  await page.goto(`/courses-modules?id=${courseId}&subscriptionId=${id}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page introuvable");
});

test("who is signed out signs in and comes back", async ({ page, school }) => {
  const { id, courseId, courseName } = await subscriptionOf(
    await demoStudent(school.url),
    "ACTIVE",
  );
  await page.goto(`/courses-modules?id=${courseId}&subscriptionId=${id}`);
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Adresse e-mail").fill(STUDENT);
  await dialog.getByLabel("Mot de passe", { exact: true }).fill(password);
  await dialog.getByRole("button", { name: "Se connecter" }).click();
  await expect(page).toHaveURL(/\/courses-modules\?/, { timeout: 20_000 });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(courseName);
});

test("without a subscription the course is outlined, with the way to book it; its learner is led to their own", async ({
  page,
  school,
}) => {
  const course = await bookableCourse(school.url, "Chinois", "ONLINE");
  await page.goto(`/online-course-modules?id=${course.id}`);
  await expect(cards(page)).toHaveCount(course.modules.length);
  await page.getByRole("button", { name: course.modules[0]?.title }).click();
  await expect(cards(page).first().getByRole("heading", { level: 3 }).first()).toBeVisible();
  await accessible(page);
  await page.getByRole("link", { name: "Voir le cours et s’inscrire" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(course.name);

  const { subscription } = await arrive(page, school, "ACTIVE");
  await page.goto(`/online-course-modules?id=${subscription.courseId}`);
  await expect(page).toHaveURL(new RegExp(`subscriptionId=${subscription.id}$`));
  await expect(cards(page)).toHaveCount(subscription.moduleIds.length);
});

test("chapters and progress that are late, failing or missing look different", async ({
  page,
  school,
  expectedFailures,
}) => {
  const { subscription, address } = await arrive(page, school, "ACTIVE");
  expectedFailures.push(/^429 GET/);
  const busy = { status: 429, json: { status: 429, code: "too_many_requests", message: "" } };
  let release = () => {};
  const late = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/api/chapters/module/*", async (route) => {
    await late;
    await route.fulfill(busy);
  });
  await page.route(`**/api/subscriptions/${subscription.id}`, (route) => route.fulfill(busy));
  await page.goto(address);
  await expect(page.getByText("Progression indisponible")).toBeVisible();
  await expect(cards(page).getByRole("link")).toHaveText(["Ouvrir", "Ouvrir", "Ouvrir"]);
  await accessible(page);
  await page.getByRole("button", { name: subscription.modules[0]?.title }).click();
  await expect(page.getByText("Chargement des chapitres...")).toBeVisible();
  release();
  await expect(page.getByText("Les chapitres n’ont pas pu être chargés.")).toBeVisible();
  await accessible(page);

  await page.unroute("**/api/chapters/module/*");
  await page.route("**/api/chapters/module/*", (route) => route.fulfill({ json: [] }));
  await cards(page).getByRole("button", { name: "Réessayer" }).click();
  await expect(page.getByText("Aucun chapitre pour ce module.")).toBeVisible();
  await page.unroute(`**/api/subscriptions/${subscription.id}`);
  await page.getByRole("button", { name: "Réessayer" }).click();
  await expect(page.getByRole("progressbar")).toBeVisible();
  await expect(cards(page).getByRole("link")).toHaveText(["Revoir", "Continuer", "Commencer"]);
});
