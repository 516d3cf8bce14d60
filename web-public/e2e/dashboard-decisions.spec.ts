// Courses below their minimum size in the dashboard: the home asks for a decision, its effects are read before it is
// made, and the answers are read afterwards; without addresses by an editor.
import type { Browser } from "@playwright/test";
import { Caller } from "./support/api.ts";
import {
  choose,
  effects,
  enterAsAdmin,
  faultOf,
  pageOf,
  reservationOf,
  total,
} from "./support/decisionPage.ts";
import {
  ANSWER_BY,
  answer,
  buy,
  cheaperCourse,
  closeOnly,
  dayAndMonth,
  END,
  inDays,
  NEW_END,
  NEW_START,
  type SmallCourse,
  START,
  sellAtDesk,
  smallCourse,
} from "./support/decisions.ts";
import { tabTo } from "./support/keyboard.ts";
import { password, type School } from "./support/school.ts";
import { fits } from "./support/sizes.ts";
import { dayIn, rowOf } from "./support/staff.ts";
import { accessible, expect, test } from "./support/test.ts";
import { saying } from "./support/texts.ts";
import { enter } from "./support/visitor.ts";

const JEANNE = ["Jeanne", "Morel"] as const;
const LUC = ["Luc", "Arnaud"] as const;

const say = saying("fr");

test("a minimum is set in the form, the home asks, and the start is confirmed by keyboard", async ({
  page,
  school,
}) => {
  const admin = await enterAsAdmin(page, school);
  const course = await smallCourse(admin, "Dolci d’autunno", {
    ...{ minimumLearners: null, decisionDay: null },
  });
  await page.goto(`/dashboard/course/edit/${course.id}`);
  const minimum = page.getByLabel("Effectif minimum (facultatif)");
  const day = page.getByLabel("Jour de décision");
  await expect(day).toHaveCount(0);
  await minimum.fill("9");
  await expect(day).toHaveValue(dayIn(START - 14));
  await page.getByRole("button", { name: "Mettre à jour" }).click();
  await expect(faultOf(minimum)).toHaveText(
    say("errors.minimum_above_capacity").replace("{{max}}", "8"),
  );
  await minimum.fill("3");
  await day.fill(dayIn(START + 1));
  await page.getByRole("button", { name: "Mettre à jour" }).click();
  await expect(faultOf(day)).toHaveText(say("errors.decision_day_after_start"));
  await accessible(page);
  await day.fill(dayIn(0));
  await page.getByRole("button", { name: "Mettre à jour" }).click();
  await expect(page.getByText("Cours mis à jour avec succès")).toBeVisible();
  const jeanne = await buy(school.url, course, JEANNE);
  await page.goto(`/cours/${course.slug}`);
  await expect(page.getByText(/^Encore 2 inscriptions pour démarrer/).first()).toBeVisible();

  await page.goto("/dashboard/accueil");
  const toDo = page.getByRole("region", { name: "Ce qui vous attend" });
  await accessible(page);
  await toDo.getByRole("link", { name: /cours à décider/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Places et attente");
  await expect(page.getByText(/^\d décisions à prendre, /)).toBeVisible();
  const block = page.getByRole("region", { name: course.name });
  await expect(block).toContainText("1 inscription, minimum 3");
  await expect(block).toContainText("À décider aujourd’hui");
  await accessible(page);

  await tabTo(page, /^Décider du démarrage de « Dolci/);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Décider du démarrage");
  await tabTo(page, /^Confirmer avec 1 élève/);
  await page.keyboard.press("Space");
  await expect(page.getByRole("radio", { name: /^Confirmer/ })).toBeChecked();
  await tabTo(page, /^Voir les conséquences$/);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Ce que cela fait" })).toBeFocused();
  await expect(effects(page)).toContainText("1 personne reçoit un e-mail");
  await expect(reservationOf(page, "Jeanne Morel")).toContainText("E-mail d’information");
  await accessible(page);
  await tabTo(page, /^Confirmer le cours et prévenir 1 personne$/);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Le démarrage est confirmé.")).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${pageOf(course, "places")}$`));
  await expect(page.getByRole("heading", { name: "Démarrage confirmé" })).toBeVisible();
  await accessible(page);
  await school.mailbox.receive(jeanne.email, /^Le cours est confirmé/);
  await page.goto(`/cours/${course.slug}`);
  await expect(page.getByText("Confirmé", { exact: true }).first()).toBeVisible();
  await expect(page.getByText(/pour démarrer/)).toHaveCount(0);
});

/** Two sessions; two weeks after the second the school is closed. */
async function planned(admin: Caller, course: SmallCourse): Promise<void> {
  const session = { courseId: course.id, startTime: "06:00", minutes: 60 };
  for (const days of [START + 1, START + 26])
    await admin.ok("POST", "/class-sessions", { ...session, date: inDays(days) });
  await closeOnly(admin, START + 26 + 14, "Inventaire");
}

/** What an editor sees of the places of a course. */
async function asEditorSees(browser: Browser, school: School, course: SmallCourse) {
  const context = await browser.newContext({ baseURL: school.url, locale: "fr-FR" });
  const page = await context.newPage();
  await enter(page, await new Caller(school.url).signIn("editor@preau.test", password));
  await page.goto(pageOf(course, "places"));
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { name: "Nouvelles dates proposées" })).toBeVisible();
  await expect(rowOf(page, "Jeanne Morel")).toContainText("Acceptée");
  await expect(main).not.toContainText("@");
  await expect(main.getByRole("link", { name: /^Décider/ })).toHaveCount(0);
  await expect(main.locator("a[href*='/sales/']")).toHaveCount(0);
  await accessible(page);
  await page.goto(pageOf(course, "decision"));
  await expect(page).toHaveURL(/\/dashboard\/accueil$/);
  await context.close();
}

test.describe("when somebody buys meanwhile", () => {
  test.use({ expectedFailures: [/^409 POST .*\/decision$|^422 POST .*\/decision\/preview$/] });

  test("new dates are read again, proposed, and answered; an editor reads names only", async ({
    page,
    school,
    browser,
  }) => {
    const admin = await enterAsAdmin(page, school);
    const course = await smallCourse(admin);
    await planned(admin, course);
    const jeanne = await buy(school.url, course, JEANNE);
    await page.goto(pageOf(course, "decision"));
    await choose(page, /^Proposer de nouvelles dates/);
    await expect(faultOf(page.getByLabel("Nouveau début"))).toHaveText(say("errors.required"));
    const answerBy = page.getByLabel("Réponse jusqu’au");
    await expect(answerBy).toHaveValue(dayIn(ANSWER_BY));
    await page.getByLabel("Nouveau début").fill(dayIn(NEW_START));
    await expect(page.getByLabel("Nouvelle fin")).toHaveValue(dayIn(NEW_START + END - START));
    await page.getByLabel("Nouvelle fin").fill(dayIn(NEW_END));
    await answerBy.fill(dayIn(NEW_START));
    await page.getByRole("button", { name: "Voir les conséquences" }).click();
    await expect(faultOf(answerBy)).toContainText(`${dayAndMonth(1)} `);
    await expect(answerBy).toBeFocused();
    await accessible(page);
    await answerBy.fill(dayIn(ANSWER_BY));
    await page.getByRole("button", { name: "Voir les conséquences" }).click();

    await expect(page.getByRole("heading", { name: "Ce que cela fait" })).toBeFocused();
    await expect(effects(page)).toContainText("1 réservation payée");
    const row = reservationOf(page, "Jeanne Morel");
    await expect(row).toContainText("90,00 € payés");
    await expect(row).toContainText("Si oui : 0,00 € remboursés");
    await expect(row).toContainText("Si non : 90,00 € remboursés");
    const sessions = effects(page).getByRole("list", { name: "2 séances déplacées" });
    await expect(sessions.getByRole("listitem")).toHaveCount(2);
    await expect(sessions.getByRole("listitem").nth(1)).toContainText("Inventaire");
    await expect(total(page, "Remboursé si tous acceptent")).toContainText("0,00 €");
    await expect(total(page, "Remboursé si tous refusent")).toContainText("90,00 €");
    await accessible(page);

    const luc = await buy(school.url, course, LUC);
    await page.getByRole("button", { name: "Proposer les nouvelles dates à 1 personne" }).click();
    await expect(page.getByText(/^Les inscriptions ont changé entre-temps/)).toBeVisible();
    await expect(effects(page)).toContainText("2 réservations payées");
    await expect(reservationOf(page, "Luc Arnaud")).toContainText("90,00 € payés");
    await expect(total(page, "Remboursé si tous refusent")).toContainText("180,00 €");
    await accessible(page);
    await page
      .getByRole("button", { name: "Proposer les nouvelles dates à 2 personnes" })
      .dblclick();
    await expect(page.getByText("Les nouvelles dates sont proposées.")).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`${pageOf(course, "places")}$`));
    await expect(rowOf(page, "Jeanne Morel")).toContainText("Attendue");
    await expect(rowOf(page, "Luc Arnaud")).toContainText("90,00 € en cas de refus");
    await expect(page.getByText("Réponses attendues")).toBeVisible();
    await accessible(page);

    await answer(jeanne, "accept");
    await answer(luc, "refuse");
    await page.reload();
    await expect(rowOf(page, "Jeanne Morel")).toContainText("Acceptée");
    await expect(rowOf(page, "Luc Arnaud")).toContainText("Refusée");
    await expect(rowOf(page, "Luc Arnaud")).toContainText("90,00 €");
    await expect(page.getByText("Le cours démarre comme prévu.")).toBeVisible();
    await asEditorSees(browser, school, course);
    expect(school.run("doctor")).toContain("Everything is in order");
  });
});

test("on a phone another course is proposed, and what is refunded by hand stands apart", async ({
  page,
  school,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const admin = await enterAsAdmin(page, school);
  const [course, target] = [await smallCourse(admin), await cheaperCourse(admin)];
  await buy(school.url, course, JEANNE);
  await sellAtDesk(admin, course, LUC);
  await page.goto(pageOf(course, "places"));
  await page.getByRole("link", { name: /^Décider du démarrage/ }).click();
  await accessible(page);
  await fits(page);
  await choose(page, /^Proposer un autre cours/, async () => {
    await page.getByRole("combobox", { name: "Autre cours" }).click();
    await page.getByRole("option", { name: new RegExp(`^${target.name}.*60\\s€`) }).click();
    await expect(page.getByText(/–.*60\s€.*8 places libres$/)).toBeVisible();
    await page.getByLabel("Motif, tel que chacun le lira (facultatif)").fill("Trop peu d’élèves.");
  });
  await expect(page.getByRole("heading", { name: "Ce que cela fait" })).toBeFocused();
  await expect(effects(page)).toContainText(target.name);
  const jeanne = reservationOf(page, "Jeanne Morel");
  await expect(jeanne).toContainText("Si oui : 30,00 € remboursés");
  await expect(jeanne).toContainText("Nouveau prix : 60,00 €");
  await expect(jeanne).not.toContainText("à la main");
  await expect(reservationOf(page, "Luc Arnaud")).toContainText("à la main");
  await expect(total(page, "Remboursé si tous acceptent")).toContainText("60,00 €");
  await expect(total(page, "Remboursé si tous refusent")).toContainText("180,00 €");
  await expect(effects(page)).toContainText("Une partie est à remettre à la main.");
  await accessible(page);
  await fits(page);

  await page.getByRole("button", { name: "Proposer l’autre cours à 2 personnes" }).dblclick();
  await expect(page.getByText("L’autre cours est proposé.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Autre cours proposé" })).toBeVisible();
  await expect(page.getByRole("main")).toContainText("Trop peu d’élèves.");
  await expect(page.getByRole("link", { name: /^Décider/ })).toHaveCount(0);
  await accessible(page);
  await fits(page);
  await page.getByRole("main").getByRole("link", { name: target.name }).click();
  await expect(page).toHaveURL(new RegExp(`/course/${target.id}/places$`));
  expect((await admin.ok("GET", `/courses/admin/${course.id}`)).status).toBe("ARCHIVED");
  const { seatsLeft } = await admin.ok("GET", `/courses/${target.id}/details`);
  expect(seatsLeft).toBe(6);
  expect(school.run("doctor")).toContain("Everything is in order");
});
