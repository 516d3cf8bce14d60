// Whoever comes after some of the sessions pays those that are left, and reads the same numbers from the course's page to
// the school's books.
import type { Locator, Page } from "@playwright/test";
import { Caller } from "./support/api.ts";
import { demoStudent } from "./support/learner.ts";
import { password, type School } from "./support/school.ts";
import { dayIn, idOf } from "./support/staff.ts";
import { accessible, answered, expect, test } from "./support/test.ts";
import { enrolled, enter, fillAddress, pay, toPayment } from "./support/visitor.ts";

const COURSE = "Chiacchierare, parler de soi";

/** Its modules of 70 €, with sessions and what these come to, computed by hand: 70 × left ÷ sessions, to the cent. */
const TABLE = [
  {
    sessions: 2,
    left: 0,
    price: "0 €",
    why: "Ses 2 séances sont passées à cette date, ses leçons sont comprises",
  },
  { sessions: 4, left: 3, price: "52,50 €", why: "3 séances à venir sur 4 : 70 € × 3 ÷ 4" },
  { sessions: 3, left: 2, price: "46,67 €", why: "2 séances à venir sur 3 : 70 € × 2 ÷ 3" },
  { sessions: 0, left: 0, price: "70 €", why: "Prix entier" },
];
/** 0 + 52,50 + 46,67 + 70, of 4 × 70. */
const WHOLE = { price: "169,17 €", former: "280 €" };
/** The second and the third: 52,50 + 46,67, of 2 × 70. */
const CHOSEN = { price: "99,17 €", former: "140 €" };

/** The course with these sessions; answers its address and the titles of its modules. */
async function begun(school: School, admin: Caller) {
  const id = await idOf(admin, COURSE);
  school.sql(`DELETE FROM class_sessions WHERE id NOT IN (SELECT session_id FROM attendance);
    UPDATE class_sessions SET status = 'CANCELLED' WHERE course_id = ${id};
    UPDATE courses SET late_entry = 'PRO_RATA', start_date = '2026-01-05' WHERE id = ${id}`);
  const { slug, modules } = await admin.ok("GET", `/courses/${id}/details`);
  const held: number[] = [];
  let days = 1;
  for (const [at, { sessions, left }] of TABLE.entries())
    for (let number = sessions; number > 0; number -= 1, days += 1) {
      const date = dayIn(days).split("/").reverse().join("-");
      const planned = { courseId: id, moduleId: modules[at].id, date, startTime: "05:00" };
      const made = await admin.ok("POST", "/class-sessions", { ...planned, minutes: 90 });
      if (number > left) held.push(made.id);
    }
  school.sql(`UPDATE class_sessions SET day = '2026-01-06', starts_at = '2026-01-06T04:00:00+00:00',
    ends_at = '2026-01-06T05:30:00+00:00' WHERE id IN (${held.join()})`);
  return { slug, titles: modules.map(({ title }: { title: string }) => title) as string[] };
}

const plain = (text: string | null) => (text ?? "").replace(/[\u00a0\u202f]/g, " ");

/** What an explanation says, line by line: title, amount, fact. */
async function linesOf(panel: Locator): Promise<string[][]> {
  const lines = await panel.locator("dl > div").all();
  return Promise.all(
    lines.map(async (line) => (await line.locator("dt, dd").allTextContents()).map(plain)),
  );
}

const why = (within: Page | Locator) =>
  within.getByRole("group").filter({ hasText: "Pourquoi ce prix ?" });

/** Opens an explanation with the keyboard. */
async function openWithKeys(panel: Locator): Promise<void> {
  await panel.locator("summary").focus();
  await panel.page().keyboard.press("Enter");
  await expect(panel.locator("dl")).toBeVisible();
}

test("whoever enters late reads the same price from the course to the invoice, and why", async ({
  page,
  browser,
  school,
}) => {
  const admin = await new Caller(school.url).signIn("admin@preau.test", password);
  const { slug, titles } = await begun(school, admin);
  const explained = TABLE.map(({ price, why }, at) => [titles[at], price, why]);
  const total = ({ price, former }: typeof WHOLE) => ["Total", price, `au lieu de ${former}`];
  const chosen = [...explained.slice(1, 3), total(CHOSEN)];

  await test.step("the page of the course", async () => {
    await answered(page.request, `/cours/${slug}`).toContain("payez que les séances restantes");
    await enter(page, await demoStudent(school.url));
    await page.goto(`/cours/${slug}`);
    const panel = page.getByRole("complementary", { name: "Réserver" });
    await expect(panel.locator("s")).toHaveText(`au lieu de ${WHOLE.former}`);
    await openWithKeys(why(panel));
    expect(await linesOf(why(panel))).toEqual([...explained, total(WHOLE)]);
    const programme = page.locator("#programme");
    await expect(programme.getByText("3 séances à venir sur 4")).toBeVisible();
    await expect(programme.getByText("Terminé", { exact: true })).toHaveCount(1);
    await accessible(page);
    await page.getByRole("button", { name: "S’inscrire au cours" }).click();
  });

  await test.step("the selection", async () => {
    const dialog = page.getByRole("dialog", { name: "Votre sélection" });
    await expect(dialog.getByText(WHOLE.price).last()).toBeVisible();
    const modules = dialog.getByRole("checkbox");
    await expect(modules.first()).toBeDisabled();
    await modules.nth(1).click();
    await modules.nth(2).click();
    await openWithKeys(why(dialog));
    expect(await linesOf(why(dialog))).toEqual(chosen);
    await accessible(page);
    await dialog.getByRole("button", { name: "Continuer" }).click();
  });

  await test.step("the summary beside the steps, and the receipt", async () => {
    const summary = page.getByRole("complementary", { name: "Votre réservation" });
    await openWithKeys(why(summary));
    expect(await linesOf(why(summary))).toEqual(chosen);
    await fillAddress(page);
    await toPayment(page);
    await openWithKeys(why(summary));
    expect(await linesOf(why(summary))).toEqual(chosen);
    await pay(page, "4242 4242 4242 4242");
    await enrolled(page);
    const receipt = page.getByRole("complementary", { name: "Votre achat" });
    await openWithKeys(why(receipt));
    expect(await linesOf(why(receipt))).toEqual(chosen);
    await accessible(page);
    await page.goto("/profile?tab=purchases");
    const bought = page.getByRole("article").filter({ hasText: CHOSEN.price });
    await openWithKeys(why(bought));
    expect(await linesOf(why(bought))).toEqual(chosen);
    await accessible(page);
  });

  await test.step("the sale in the dashboard", async () => {
    const office = await browser.newPage({ baseURL: school.url, locale: "fr-FR" });
    await enter(office, admin);
    const [{ id }] = await admin.ok("GET", "/reservations");
    await office.goto(`/dashboard/sales/reservations/${id}`);
    await openWithKeys(why(office));
    expect(await linesOf(why(office))).toEqual(chosen);
    await accessible(office);
    await office.close();
  });
});
