// Injections of script, planted in every text of the school and then looked at wherever they are shown: on the public
// pages as the server renders them and as the browser hydrates them, in the classroom, in the dashboard, in mails and
// papers. Nothing of them runs, asks for anything, or is stopped by the policy alone.
import type { Browser, BrowserContext, Page } from "@playwright/test";
import { Caller } from "./support/api.ts";
import { choose, effects } from "./support/decisionPage.ts";
import { NEW_START } from "./support/decisions.ts";
import { forgottenTexts, injections } from "./support/injections.ts";
import { plant } from "./support/planting.ts";
import { password, School } from "./support/school.ts";
import { dayIn } from "./support/staff.ts";
import { expect, hydrated, test, watch } from "./support/test.ts";
import { enter } from "./support/visitor.ts";

test.describe.configure({ timeout: 600_000 });
test.use({
  school: async ({}, use) => {
    const school = await School.open({ PREAU_TRUSTED_PROXIES: "127.0.0.1" });
    await use(school);
    await school.close();
  },
});

/** Notes whatever an injection could bring about. */
function guard(context: BrowserContext, url: string, faults: string[]): void {
  context.on("dialog", (dialog) => {
    faults.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  context.on("request", (request) => {
    const address = request.url();
    if (!address.startsWith(url) && !/^(data|blob|about):/.test(address))
      faults.push(`asks ${address}`);
  });
  context.on("page", (page) => watch(page, faults, [/^404 GET \/(x|api\/)/]));
}

/** What an injection would have left in the page that is open. */
async function traces(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    if ("__xss" in window) found.push("a script ran");
    const elements = document.querySelectorAll("body *");
    for (const element of elements) {
      for (const { name, value } of element.attributes) {
        if (/^on/i.test(name)) found.push(`${element.tagName} has ${name}`);
        if (
          /^\s*(javascript|vbscript|data:text)/i.test(value) &&
          /^(href|src|action|formaction)$/.test(name)
        )
          found.push(`${element.tagName} leads to ${value}`);
      }
    }
    for (const tag of [
      "base",
      "meta[http-equiv=refresh]",
      "object",
      "embed",
      "iframe",
      "frame",
      "math",
    ])
      if (document.querySelector(tag)) found.push(`there is ${tag}`);
    return found;
  });
}

/** Pages on which nothing stands that anybody wrote, or only in fields that are to be filled in. */
const SILENT = [
  ...["/tests", "/login", "/verifier", "/dashboard/sales/withdrawals"],
  ...["/dashboard/school/settings", "/dashboard/school/checklist"],
];

async function look(page: Page, path: string, faults: string[]): Promise<void> {
  const before = faults.length;
  await page.goto(path);
  await hydrated(page);
  await page.getByRole("heading", { level: 1 }).first().waitFor({ state: "attached" });
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  if (!SILENT.some((silent) => path.startsWith(silent)))
    await expect
      .soft(page.locator("body"), path)
      .toContainText(/alert\s*\(|__xss|evil\.example|javascript:|<plaintext>/);
  await page.evaluate(() => {
    for (const details of document.querySelectorAll("details")) details.open = true;
  });
  faults.push(...(await traces(page)));
  for (let fault = before; fault < faults.length; fault += 1)
    faults[fault] = `${path}: ${faults[fault]}`;
}

test("no injection does anything, wherever it is shown", async ({ browser, school }) => {
  const planted = await plant(school);
  const { courseId, slug, moduleId, subscriptionId, decisions } = planted;
  expect(injections.length).toBeGreaterThanOrEqual(150);
  expect(forgottenTexts(planted.sent), "texts of the API without an injection").toEqual([]);
  const faults: string[] = [];
  const walk = async (who: Caller | null, paths: string[]) => {
    const context = await browser.newContext({ baseURL: school.url, reducedMotion: "reduce" });
    guard(context, school.url, faults);
    const page = await context.newPage();
    if (who) await enter(page, who);
    for (const path of paths) await look(page, path, faults);
    await context.close();
  };
  const course = `/cours/${slug}`;
  await walk(null, [
    "/",
    "/courses?type=ONLINE",
    course,
    `${course}?lang=zh`,
    "/faq",
    "/contacts",
    "/tests",
    "/test?language=ITALIAN",
    "/test?language=ITALIAN&form=fixed",
    "/mentions-legales",
    "/cgv",
    "/confidentialite",
    `/courses?type=ONLINE&q=${encodeURIComponent('"><script>alert(1)</script>')}`,
    `/login?next=${encodeURIComponent("javascript:alert(1)")}`,
    `/contacts?to=${encodeURIComponent("<img src=x onerror=alert(1)>")}`,
    `/verifier#${encodeURIComponent("<svg onload=alert(1)>")}`,
  ]);
  const student = await new Caller(school.url).signIn("student@preau.test", password);
  await walk(student, [
    "/profile",
    "/profile?tab=data",
    "/profile/subscriptions",
    `/ma-classe/${subscriptionId}`,
    "/revision",
    `/courses-modules?id=${courseId}&modules=&subscriptionId=${subscriptionId}`,
    `/modules-chapiters?moduleId=${moduleId}&subscriptionId=${subscriptionId}`,
    ...planted.lessonIds.map(
      (lesson) =>
        `/modules-chapiters?moduleId=${moduleId}&subscriptionId=${subscriptionId}&lesson=${lesson}`,
    ),
  ]);
  await walk(planted.buyer, ["/profile", "/profile?tab=purchases"]);
  await walk(decisions.payer, [
    `/proposition?proposal=${decisions.proposalId}`,
    "/profile/subscriptions",
    "/profile?tab=purchases",
  ]);
  const admin = await new Caller(school.url).signIn("admin@preau.test", password);
  await walk(
    admin,
    [
      ...["accueil", "course/list", `course/edit/${courseId}`, `course/modules/${courseId}`],
      `course/modules/${courseId}?module=${moduleId}&lesson=${planted.lessonIds[0]}`,
      ...[`course/${courseId}/learners`, `course/${courseId}/cancel`, "academic-content"],
      ...[`course/${decisions.askedId}/places`, `course/${decisions.undecidedId}/decision`],
      "course/places",
      ...[
        "test-creator?language=it",
        "test-creator?language=it&tab=statistics",
        "comment/list",
        "faq/list?category=AUTRES_DEMANDES",
        "course-metadata",
        "timetable/rooms",
        "timetable/closures",
        `course/sessions/${courseId}`,
        `seances/${planted.sessionId}/appel`,
      ],
      ...["course-metadata?tab=teachers", "course-metadata?tab=levels", "audit", "stats", "mails"],
      ...[
        "sales/reservations",
        `sales/reservations/${planted.reservationId}`,
        "sales/subscriptions",
      ],
      ...[
        "sales/invoices",
        "sales/withdrawals",
        "certificates",
        "user-management",
        "messages?state=all",
        `course/${planted.courseId}/messages`,
      ],
      ...["school/settings", "school/pages/cgv", "school/checklist"],
    ].map((path) => `/dashboard/${path}`),
  );
  await inThePreview(browser, school, admin, decisions.undecidedId, faults);
  expect(faults).toEqual([]);
  await inMails(browser, school, faults);
  await onPaper(planted.buyer, school);
  expect(faults).toEqual([]);
  await theGuardSees(browser, school);
});

/** What a decision would do, with the day on which the school is closed. */
async function inThePreview(
  browser: Browser,
  school: School,
  admin: Caller,
  id: number,
  faults: string[],
): Promise<void> {
  const context = await browser.newContext({ baseURL: school.url, locale: "fr-FR" });
  guard(context, school.url, faults);
  const page = await context.newPage();
  await enter(page, admin);
  await page.goto(`/dashboard/course/${id}/decision`);
  await choose(page, /^Proposer de nouvelles dates/, () =>
    page.getByLabel("Nouveau début").fill(dayIn(NEW_START)),
  );
  const moved = effects(page).getByRole("listitem").filter({ hasText: "→" });
  await expect(moved).toContainText(/alert\s*\(|__xss|evil\.example|javascript:|<plaintext>/);
  faults.push(...(await traces(page)).map((fault) => `preview of a decision: ${fault}`));
  await context.close();
}

/** Mails as a reader without any policy of its own would show them. */
async function inMails(browser: Browser, school: School, faults: string[]): Promise<void> {
  await expect.poll(() => school.mailbox.mails.length).toBeGreaterThan(10);
  const context = await browser.newContext();
  guard(context, school.url, faults);
  const page = await context.newPage();
  let shown = 0;
  for (const mail of school.mailbox.mails) {
    await page.setContent(mail.html);
    faults.push(...(await traces(page)).map((fault) => `mail “${mail.subject}”: ${fault}`));
    if ((await page.locator("body").innerText()).includes("alert(1)")) shown += 1;
  }
  expect(shown, "mails that show an injection").toBeGreaterThan(5);
  await context.close();
}

/** An invoice in the name of an injection is a paper that does nothing. */
async function onPaper(buyer: Caller, school: School): Promise<void> {
  const [reservation] = await buyer.ok("GET", "/reservations/me");
  const [{ id }] = reservation.purchase.papers;
  const answer = await fetch(`${school.url}/api/invoices/${id}/pdf`, {
    headers: { authorization: `Bearer ${buyer.token}` },
  });
  const paper = Buffer.from(await answer.arrayBuffer()).toString("latin1");
  expect(paper.slice(0, 5)).toBe("%PDF-");
  expect(paper).not.toMatch(/\/(JavaScript|JS|OpenAction|AA|Launch|EmbeddedFile)\b/);
}

/** What ran would have been seen. */
async function theGuardSees(browser: Browser, school: School): Promise<void> {
  const faults: string[] = [];
  const context = await browser.newContext();
  guard(context, school.url, faults);
  const page = await context.newPage();
  await page.setContent('<img src="https://evil.example/x" onerror="window.__xss = 1; alert(1)">');
  await expect.poll(async () => (await traces(page)).length).toBeGreaterThan(1);
  await context.close();
  expect(faults.join()).toContain("a dialog");
  expect(faults.join()).toContain("evil.example");
}
