// A course that does not start as planned, as whoever paid for it meets it: the mail, new dates or another course, what
// goes back, and links that come too late.
import type { Locator, Page } from "@playwright/test";
import {
  ANSWER_BY,
  asAdmin,
  buy,
  cheaperCourse,
  dayAndMonth,
  decide,
  forAnother,
  NEW_END,
  NEW_START,
  newDates,
  otherCourse,
  proposalLink,
  START,
  sellAtDesk,
  smallCourse,
} from "./support/decisions.ts";
import { kept } from "./support/files.ts";
import { tabTo } from "./support/keyboard.ts";
import { fits } from "./support/sizes.ts";
import { accessible, expect, test } from "./support/test.ts";
import { saying } from "./support/texts.ts";
import { enter } from "./support/visitor.ts";

const PHONE = { width: 390, height: 844 };
const JEANNE = ["Jeanne", "Morel"] as const;
const REFUSE = "Refuser et être remboursé(e)";

const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const money = (page: Page) => page.getByRole("complementary", { name: "Ce que cela coûte" });

/** One of the two sides of the comparison. */
const side = (page: Page, title: string): Locator =>
  page
    .locator("div:has(> h3)")
    .filter({ has: page.getByRole("heading", { name: title, level: 3 }) });

/** A day as a range of two has it. */
const inRange = (days: number) => new RegExp(dayAndMonth(days).replace(/^1er/, "1(er)?"));

test("on a phone the payer opens the mail’s link, accepts the new dates and keeps the seat", async ({
  page,
  school,
}) => {
  const admin = await asAdmin(school.url);
  const course = await smallCourse(admin);
  const jeanne = await buy(school.url, course, JEANNE);
  await decide(admin, course, { ...newDates, reason: "Il nous manque deux élèves." });
  const link = await proposalLink(school, jeanne.email);
  await page.setViewportSize(PHONE);
  await page.goto(link);
  await expect(heading(page)).toHaveText("De nouvelles dates pour votre cours");
  await expect(page.getByText(`« ${course.name} » ne démarre pas comme prévu.`)).toBeVisible();
  await expect(page.getByText("Il nous manque deux élèves.")).toBeVisible();
  await expect(page.getByText(/^Jusqu’au /)).toContainText(dayAndMonth(ANSWER_BY));
  await expect(page.getByText(/^Vous pouvez répondre ce jour-là encore/)).toContainText("90,00 €");
  await expect(side(page, "Prévu")).toContainText(inRange(START));
  await expect(side(page, "Proposé")).toContainText(inRange(NEW_START));
  await expect(side(page, "Proposé")).toContainText(inRange(NEW_END));
  await expect(side(page, "Proposé")).toContainText("Salle Olivier");
  await expect(money(page)).toContainText("Vous avez payé90,00 €");
  await expect(money(page)).toContainText("Rien de plus à payer. Rien à rembourser.");
  await expect(money(page)).toContainText("Nous vous rendons 90,00 €.");
  await accessible(page);
  await fits(page);

  await page.getByRole("button", { name: "Accepter les nouvelles dates" }).click();
  await expect(heading(page)).toHaveText("C’est noté, vous avez accepté");
  await expect(heading(page)).toBeFocused();
  await expect(page.getByText(`Vous avez une place dans « ${course.name} »`)).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "Se connecter" })).toHaveAttribute(
    "href",
    "/login?next=%2Fprofile%2Fsubscriptions",
  );
  await accessible(page);
  await fits(page);
  await school.mailbox.receive(jeanne.email, /^Les nouvelles dates du cours/);

  await enter(page, jeanne.caller);
  await page.goto("/profile/subscriptions");
  const card = page.getByRole("article").filter({ hasText: course.name });
  await expect(card).toContainText(`Le cours commence le ${dayAndMonth(NEW_START)}`);
  await accessible(page);
  // The link goes on saying what was answered.
  await page.goto(link);
  await expect(heading(page)).toHaveText("C’est noté, vous avez accepté");
  await expect(page.getByRole("link", { name: "Voir mes cours" })).toBeVisible();
  expect(school.run("doctor")).toContain("Everything is in order");
});

test("whoever refuses is asked once more, and finds the refund among the purchases", async ({
  page,
  school,
}) => {
  const admin = await asAdmin(school.url);
  const course = await smallCourse(admin);
  const jeanne = await buy(school.url, course, JEANNE);
  await decide(admin, course, newDates);
  const link = await proposalLink(school, jeanne.email);
  await page.goto(link);
  await page.getByRole("button", { name: REFUSE }).click();
  const question = page.getByRole("dialog", { name: "Refuser cette proposition ?" });
  await expect(question).toContainText("Vous perdez votre place.");
  await expect(question).toContainText("Nous vous rendons 90,00 €.");
  await accessible(page);
  await page.keyboard.press("Escape");
  await expect(question).toHaveCount(0);
  await expect(page.getByRole("button", { name: REFUSE })).toBeFocused();
  await page.getByRole("button", { name: REFUSE }).click();
  await question.getByRole("button", { name: "Oui, refuser" }).dblclick();
  await expect(heading(page)).toHaveText("C’est noté, vous avez refusé");
  await expect(heading(page)).toBeFocused();
  await expect(page.getByText("Nous vous rendons 90,00 €.")).toBeVisible();
  await accessible(page);
  await school.mailbox.receive(jeanne.email, /^Votre refus est enregistré/);

  await enter(page, jeanne.caller);
  await page.goto("/profile?tab=purchases");
  const purchase = page.getByRole("article").filter({ hasText: course.name });
  await expect(purchase).toContainText("Annulé");
  await expect(purchase).toContainText(/Remboursement de 90,00\s€ en cours|90,00\s€ remboursés/);
  const asked = page.getByRole("region", { name: "Propositions de l’école" });
  await expect(asked.getByText("Refusée", { exact: true })).toBeVisible();
  await accessible(page);
  await page.goto("/profile/subscriptions");
  await expect(page.getByText("Aucune inscription active.")).toBeVisible();
  const [{ status, purchase: sale }] = await jeanne.caller.ok("GET", "/reservations/me");
  expect([status, sale.refunded]).toEqual(["CANCELLED", sale.amount]);
  expect(school.run("doctor")).toContain("Everything is in order");
});

test("another course that is accepted brings its papers, and the difference goes back", async ({
  page,
  school,
}) => {
  const admin = await asAdmin(school.url);
  const [course, target] = [await smallCourse(admin), await cheaperCourse(admin)];
  const jeanne = await buy(school.url, course, JEANNE);
  await decide(admin, course, otherCourse(target));
  await page.goto(await proposalLink(school, jeanne.email));
  await expect(heading(page)).toHaveText("Un autre cours pour vous");
  await expect(side(page, "Prévu")).toContainText(course.name);
  await expect(side(page, "Proposé")).toContainText(target.name);
  await expect(money(page)).toContainText("Prix avec cette proposition60,00 €");
  await expect(money(page)).toContainText("Rien de plus à payer. Nous vous rendons 30,00 €.");
  await expect(money(page)).toContainText("Nous vous rendons 90,00 €.");
  await accessible(page);

  await page.getByRole("button", { name: "Accepter ce cours" }).dblclick();
  await expect(heading(page)).toHaveText("C’est noté, vous avez accepté");
  await expect(page.getByText("Nous vous rendons 30,00 €.")).toBeVisible();
  await expect(page.getByText(/^L’ancienne facture est annulée par un avoir/)).toBeVisible();
  await accessible(page);

  await enter(page, jeanne.caller);
  await page.goto("/profile?tab=purchases");
  const purchase = page.getByRole("article").filter({ hasText: target.name });
  await expect(purchase).toContainText(/Remboursement de 30,00\s€ en cours|30,00\s€ remboursés/);
  const papers = purchase.getByRole("list", { name: "Factures et avoirs" });
  await expect(papers.getByRole("button", { name: /^Facture F/ })).toHaveCount(2);
  const names = await papers.getByRole("button", { name: /^(Facture F|Avoir A)/ }).allInnerTexts();
  expect(names.map((name) => name.trim().slice(0, 2)).sort()).toEqual(["Av", "Fa", "Fa"]);
  for (const name of names) {
    const number = name.match(/[FA]\d{4}-\d{5}/)?.[0] ?? "";
    const file = await kept(page, new RegExp(number));
    expect([file.name, file.begins]).toEqual([`${number}.pdf`, "%PDF-"]);
  }
  await accessible(page);
  await page.goto("/profile/subscriptions");
  await expect(page.getByRole("article").filter({ hasText: target.name })).toBeVisible();
  await expect(page.getByRole("article").filter({ hasText: course.name })).toHaveCount(0);
  await school.mailbox.receive(jeanne.email, /^Une place dans un autre cours/);
  const [{ courseId, status, purchase: sale }] = await jeanne.caller.ok("GET", "/reservations/me");
  expect([courseId, status, sale.refunded]).toEqual([target.id, "CONFIRMED", 30]);
  expect(school.run("doctor")).toContain("Everything is in order");
});

test.describe("in English", () => {
  test.use({ locale: "en-GB" });

  test("the mail, the page, the question and the answer are read", async ({ page, school }) => {
    const say = saying("en");
    const admin = await asAdmin(school.url);
    const course = await smallCourse(admin);
    const { email } = await buy(school.url, course, JEANNE, { language: "en" });
    await decide(admin, course, { ...newDates, decisionDay: newDates.startDate });
    const link = await proposalLink(school, email, /^New dates/);
    await page.setViewportSize(PHONE);
    await page.addInitScript(() => localStorage.setItem("lang", "en"));
    await page.goto(link);
    await expect(heading(page)).toHaveText("New dates for your course");
    await expect(
      page.getByText(/^The start still depends on the number of learners/),
    ).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
    await page.getByRole("button", { name: "Refuse and be refunded" }).click();
    const question = page.getByRole("dialog", { name: "Refuse this proposal?" });
    await expect(question).toContainText("We refund you €90.00.");
    await accessible(page);
    await question.getByRole("button", { name: "Yes, refuse" }).click();
    await expect(heading(page)).toHaveText("Noted, you have refused");
    await expect(page.getByText(say("proposal.mail"), { exact: false })).toBeVisible();
    await accessible(page);
    await fits(page);
    const mail = await school.mailbox.receive(email, /^Your refusal has been recorded/);
    expect(mail.text).toContain("€90.00");
  });
});

test("signed in, what is proposed stands on top of one’s courses and is answered by keyboard", async ({
  page,
  school,
}) => {
  const admin = await asAdmin(school.url);
  const [course, target] = [await smallCourse(admin), await cheaperCourse(admin)];
  const jeanne = await buy(school.url, course, JEANNE, forAnother(["Rosa", "Diaz"]));
  await decide(admin, course, otherCourse(target));
  await enter(page, jeanne.caller);
  await page.goto("/profile?tab=purchases");
  const asked = page.getByRole("region", { name: "Propositions de l’école" });
  await expect(asked.getByText("Réponse attendue", { exact: true })).toBeVisible();
  await expect(asked).toContainText("Rosa Diaz");
  await accessible(page);
  await page.goto("/profile/subscriptions");
  await expect(page.getByText("Un autre cours pour Rosa Diaz")).toBeVisible();
  await accessible(page);
  await tabTo(page, new RegExp(`^Répondre à la proposition : ${course.name}`));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/proposition\?proposal=\d+$/);
  await expect(heading(page)).toHaveText("Un autre cours pour Rosa Diaz");
  await accessible(page);

  await tabTo(page, /^Refuser et être remboursé/);
  await page.keyboard.press("Enter");
  const question = page.getByRole("dialog", { name: "Refuser cette proposition ?" });
  await expect(question).toContainText("Rosa Diaz perd sa place.");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: REFUSE })).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(heading(page)).toHaveText("C’est noté, vous avez accepté");
  await expect(heading(page)).toBeFocused();
  await expect(page.getByText(`Rosa Diaz a une place dans « ${target.name} »`)).toBeVisible();
  await accessible(page);
  await tabTo(page, /^Voir mes achats$/);
  await page.keyboard.press("Enter");
  await expect(asked.getByText("Acceptée", { exact: true })).toBeVisible();
  await page.goto("/profile/subscriptions");
  await expect(page.getByText("Un autre cours pour Rosa Diaz")).toHaveCount(0);
  await school.mailbox.receive("rosa@exemple.test", /^Une place dans un autre cours/);
});

test("what was paid at the desk goes back there", async ({ page, school }) => {
  const admin = await asAdmin(school.url);
  const course = await smallCourse(admin);
  await sellAtDesk(admin, course, ["Rosa", "Diaz"]);
  await decide(admin, course, newDates);
  await page.goto(await proposalLink(school, "rosa@exemple.test"));
  await expect(money(page)).toContainText("Vous avez payé auprès de l’école");
  await page.getByRole("button", { name: REFUSE }).click();
  await page.getByRole("button", { name: "Oui, refuser" }).click();
  await expect(heading(page)).toHaveText("C’est noté, vous avez refusé");
  await expect(page.getByText(/elle vous rembourse elle-même/)).toBeVisible();
});
