// Certificates in the dashboard: found, revoked with a reason, reinstated, and issued by hand for a course in class.
import type { Page } from "@playwright/test";
import { bookableCourse, Caller } from "./support/api.ts";
import { addressOf, ownCertificate } from "./support/certificates.ts";
import { kept } from "./support/files.ts";
import { demoStudent } from "./support/learner.ts";
import { password, type School } from "./support/school.ts";
import { accessibleEverywhere } from "./support/sizes.ts";
import { act, rowOf, rowsOf } from "./support/staff.ts";
import { accessible, expect, test } from "./support/test.ts";
import { enter } from "./support/visitor.ts";

const signIn = (school: School, email = "admin@preau.test") =>
  new Caller(school.url).signIn(email, password);
const verdict = (page: Page, name: string) => page.getByRole("heading", { level: 2, name });

test.describe("revoked", () => {
  test.use({ expectedFailures: [/^410 POST \/api\/certificates\/verify/] });

  test("a certificate is found, revoked with a reason, verified as such, and reinstated", async ({
    page,
    school,
    context,
  }) => {
    const certificate = await ownCertificate(await demoStudent(school.url));
    await enter(page, await signIn(school));
    await page.goto("/dashboard/accueil");
    await page.getByRole("link", { name: "Attestations", exact: true }).click();
    await page.getByRole("searchbox", { name: "Numéro, élève ou cours" }).fill("zzzz");
    await expect(page.getByText("Rien ne correspond à cette recherche.")).toBeVisible();
    const name = certificate.learnerName.toUpperCase();
    await page.getByRole("searchbox", { name: "Numéro, élève ou cours" }).fill(name);
    const row = rowOf(page, certificate.number);
    await expect(row).toContainText(certificate.courseName);
    await expect(row).toContainText("Valable");
    await expect(page).toHaveURL(/q=/);
    await accessible(page);
    const file = await kept(page, new RegExp(`^Télécharger le PDF : ${certificate.number}`));
    expect(file.name).toBe(`${certificate.number}.pdf`);

    await act(row, /^Révoquer/);
    const dialog = page.getByRole("dialog", {
      name: `Révoquer l’attestation ${certificate.number}`,
    });
    await dialog.getByRole("button", { name: "Révoquer", exact: true }).click();
    await expect(dialog.getByText("Une raison est nécessaire.")).toBeVisible();
    await accessible(page);
    await dialog.getByLabel("Raison, pour l’école").fill("Présence non justifiée");
    await dialog.getByRole("button", { name: "Révoquer", exact: true }).click();
    const question = page.getByRole("dialog", { name: "Révoquer cette attestation ?" });
    await accessible(page);
    await question.getByRole("button", { name: "Révoquer", exact: true }).dblclick();
    await expect(page.getByText(`L’attestation ${certificate.number} est révoquée.`)).toBeVisible();
    await expect(row).toContainText("Révoquée");
    await expect(row).toContainText("Présence non justifiée");
    await expect(row.getByRole("button", { name: /^Télécharger/ })).toHaveCount(0);
    await accessible(page);

    const visitor = await context.newPage();
    await visitor.goto(addressOf(certificate));
    await expect(verdict(visitor, "Attestation révoquée")).toBeVisible();
    await expect(visitor.getByText("Présence non justifiée")).toHaveCount(0);

    await act(row, /^Rétablir/);
    const again = page.getByRole("dialog", { name: "Rétablir cette attestation ?" });
    await again.getByRole("button", { name: "Rétablir", exact: true }).dblclick();
    await expect(page.getByText(/est de nouveau valable/)).toBeVisible();
    await expect(row).toContainText("Valable");
    await visitor.reload();
    await expect(verdict(visitor, "Attestation authentique")).toBeVisible();

    await page.goto("/dashboard/audit?kind=certificate");
    await expect(page.getByRole("row").nth(1)).toContainText("a rétabli l’attestation");
    await expect(page.getByRole("row").nth(2)).toContainText("a révoqué l’attestation");
    await expect(page.getByRole("row").nth(1).getByRole("link")).toHaveAttribute(
      "href",
      /\/dashboard\/certificates\?q=/,
    );
    await accessible(page);
  });
});

/** A learner who has completed a course on the net that had begun, before there were certificates. */
async function completed(school: School, admin: Caller) {
  const course = await bookableCourse(school.url, "Italien", "ONLINE");
  const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  school.sql(`UPDATE courses SET start_date = '${day}' WHERE id = ${course.id}`);
  const student = await demoStudent(school.url);
  const { id: userId, firstName, lastName } = await student.ok("GET", "/users/me");
  const gift = { userId, courseId: course.id, reason: "Bourse" };
  const { id, modules } = await admin.ok("POST", "/subscriptions", gift);
  for (const { moduleId } of modules) {
    const of = `subscriptionId=${id}&moduleId=${moduleId}`;
    const { chapters } = await student.ok("GET", `/progress/module?${of}`);
    for (const lesson of chapters.flatMap((one: { lessons: { id: number }[] }) => one.lessons))
      await student.ok("POST", `/progress/view?subscriptionId=${id}&lessonId=${lesson.id}`);
  }
  school.sql(`DELETE FROM certificates WHERE subscription_id = ${id}`);
  return { id: id as number, course, student, learner: `${firstName} ${lastName}` };
}

test("a completed course is certified from the class list", async ({ page, school }) => {
  const admin = await signIn(school);
  const { course, student, learner } = await completed(school, admin);
  await enter(page, admin);
  await page.goto(`/dashboard/course/${course.id}/learners`);
  const row = rowOf(page, learner.split(" ").reverse().join(" "));
  await expect(row).toBeVisible();
  const issue = row.getByRole("button", { name: `Délivrer l’attestation : ${learner}` });
  await expect(issue).toBeVisible();
  await accessible(page);
  await issue.click();
  const dialog = page.getByRole("dialog", { name: `Délivrer l’attestation de ${learner} ?` });
  await accessible(page);
  await dialog.getByRole("button", { name: "Délivrer l’attestation", exact: true }).dblclick();
  await expect(page.getByText(`L’attestation de ${learner} est délivrée.`)).toBeVisible();
  await accessible(page);
  const file = await kept(page, /^ATT-.* \(PDF\)$/);
  expect(file.begins).toBe("%PDF-");

  await expect(issue).toHaveCount(0); // it is in force
  const own: { courseName: string }[] = await student.ok("GET", "/certificates/me");
  expect(own.filter(({ courseName }) => courseName === course.name)).toHaveLength(1);
});

test.describe("refused", () => {
  test.use({ expectedFailures: [/^409 POST \/api\/certificates$/] });

  test("a course that begins later gives no certificate yet, and the dialog says why", async ({
    page,
    school,
  }) => {
    const admin = await signIn(school);
    const { course, learner } = await completed(school, admin);
    await enter(page, admin);
    await page.goto(`/dashboard/course/${course.id}/learners`);
    await page.getByRole("button", { name: `Délivrer l’attestation : ${learner}` }).click();
    const day = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
    school.sql(`UPDATE courses SET start_date = '${day}' WHERE id = ${course.id}`);
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Délivrer l’attestation", exact: true }).click();
    await expect(dialog.getByText(/^L’attestation se délivre une fois/)).toBeVisible();
    await accessible(page);
  });
});

test("an editor neither sees certificates nor issues them", async ({ page, school }) => {
  const { course } = await completed(school, await signIn(school));
  const editor = await signIn(school, "editor@preau.test");
  expect((await editor.call("GET", "/certificates")).status).toBe(403);
  await enter(page, editor);
  await page.goto("/dashboard/certificates");
  await expect(page).toHaveURL(/\/dashboard\/accueil$/);
  await expect(page.getByRole("link", { name: "Attestations" })).toHaveCount(0);
  await page.goto(`/dashboard/course/${course.id}/learners`);
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  await expect(page.getByRole("button", { name: /^Délivrer/ })).toHaveCount(0);
});

test.describe("a list that does not come", () => {
  test.use({ expectedFailures: [/^500 GET \/api\/certificates/] });

  test("says so with a way to try again; without any it says how they come", async ({
    page,
    school,
  }) => {
    await enter(page, await signIn(school));
    let broken = true;
    await page.route("**/api/certificates?*", (route) => {
      if (broken) return route.fulfill({ status: 500, json: { status: 500, code: "internal" } });
      return route.fulfill({ json: { items: [], page: 1, size: 20, total: 0 } });
    });
    await page.goto("/dashboard/certificates");
    const again = page.getByRole("button", { name: "Réessayer" });
    // It is asked for three times before.
    await expect(again).toBeVisible({ timeout: 30_000 });
    await accessible(page);
    broken = false;
    await again.click();
    await expect(page.getByText(/^Aucune attestation pour l’instant/)).toBeVisible();
    await accessible(page);
  });
});

test("the list is for everyone", async ({ page, school }) => {
  await enter(page, await signIn(school));
  await accessibleEverywhere(page, "/dashboard/certificates", async (page) => {
    await expect(rowsOf(page).first()).toBeVisible();
  });
});
