// A teacher's evening on a phone: the roll is called without a network, the tab is lost, and each mark counts once.
import type { Page } from "@playwright/test";
import { Caller } from "./support/api.ts";
import { password, type School } from "./support/school.ts";
import { accessible, expect, hydrated, test, watch } from "./support/test.ts";
import { enter } from "./support/visitor.ts";

const PHONE = { width: 390, height: 844 };
const CLASS = 40; // learners
const OFFLINE = [/ERR_INTERNET_DISCONNECTED/];

interface Evening {
  teacher: Caller;
  sessionId: number;
  path: string;
}

/** A session of the demo's teacher that has begun, with forty people in its class. */
async function evening(school: School): Promise<Evening> {
  const admin = await new Caller(school.url).signIn("admin@preau.test", password);
  const courses: { id: number; name: string }[] = await admin.ok("GET", "/courses");
  const courseId = courses.find(({ name }) => name.startsWith("Primi passi"))?.id;
  school.sql(`UPDATE courses SET capacity = NULL WHERE id = ${courseId}`);
  const at = new Date(Date.now() - 60_000);
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat("sv-SE", { ...options, timeZone: "Europe/Paris" }).format(at);
  const { id: sessionId } = await admin.ok("POST", "/class-sessions", {
    courseId,
    date: part({ dateStyle: "short" }),
    startTime: part({ timeStyle: "short" }),
    minutes: 60,
    extendCourse: true,
  });
  const { items } = await admin.ok("GET", "/users?page=1&size=100&role=STUDENT");
  const { rows } = await admin.ok("GET", `/class-sessions/${sessionId}/roster`);
  const names = new Set(rows.map((row: { learnerName: string }) => row.learnerName));
  const others = items.filter(
    (user: { firstName: string; lastName: string }) =>
      !names.has(`${user.firstName} ${user.lastName}`),
  );
  for (const { id: userId } of others.slice(0, CLASS - rows.length))
    await admin.ok("POST", "/subscriptions", { userId, courseId, reason: "Échange" });
  // The class of a session is whoever was in it at its start.
  const start = "2026-01-01T00:00:00.000+00:00";
  school.sql(
    `UPDATE subscriptions SET created_at = '${start}', granted_at = NULL WHERE course_id = ${courseId}`,
  );
  const teacher = await new Caller(school.url).signIn("teacher@preau.test", password);
  return { teacher, sessionId, path: `/dashboard/seances/${sessionId}/appel` };
}

const people = (page: Page) => page.getByRole("list", { name: "La classe" }).getByRole("listitem");

test("forty marks made without a network survive a lost tab, and each counts once", async ({
  browser,
  school,
}) => {
  const { teacher, sessionId, path } = await evening(school);
  const context = await browser.newContext({
    baseURL: school.url,
    viewport: PHONE,
    locale: "fr-FR",
    timezoneId: "Europe/Paris",
    reducedMotion: "reduce",
  });
  const faults: string[] = [];
  const open = async () => {
    const page = await context.newPage();
    watch(page, faults, OFFLINE);
    await enter(page, teacher);
    return page;
  };
  const phone = await open();
  await phone.goto("/dashboard");
  await hydrated(phone);
  await expect(phone).toHaveURL(/\/dashboard\/aujourdhui$/);
  await accessible(phone);
  await phone.getByRole("link", { name: "Faire l’appel" }).first().click();
  await expect(people(phone)).toHaveCount(CLASS);
  await accessible(phone);

  await context.setOffline(true);
  for (let nth = 0; nth < CLASS; nth += 1)
    await people(phone).nth(nth).getByRole("button").first().click();
  await expect(phone.getByText(`${CLASS} gestes attendent le réseau.`)).toBeVisible();
  await expect(phone.getByRole("status").filter({ hasText: "présences" })).toContainText(
    `${CLASS} présences`,
  );
  const marks = () => teacher.ok("GET", `/class-sessions/${sessionId}/attendance`);
  expect(await marks()).toEqual([]);
  await phone.close();

  await context.setOffline(false);
  const again = await open();
  await again.goto(path);
  await expect.poll(async () => (await marks()).length).toBe(CLASS);
  await expect(again.getByText(/attendent le réseau/)).toHaveCount(0);
  await again.reload();
  await hydrated(again);
  const learners = (await marks()).map((mark: { subscriptionId: number }) => mark.subscriptionId);
  expect(new Set(learners).size).toBe(CLASS);
  expect(learners).toHaveLength(CLASS);

  // One came late after all; then the sheet is closed, and prints.
  const last = people(again).nth(CLASS - 1);
  await last.getByRole("button", { name: /^Retard ou absence/ }).click();
  await last.getByRole("button", { name: "Retard", exact: true }).click();
  await last.getByRole("button", { name: "5", exact: true }).click();
  await again.getByRole("button", { name: "Clore l’appel" }).click();
  await again.getByRole("dialog").getByRole("button", { name: "Clore l’appel" }).click();
  await expect(again.getByText("L’appel est clos.")).toBeVisible();
  await accessible(again);
  const file = again.waitForEvent("download");
  await again.getByRole("button", { name: "Feuille de présence (PDF)" }).click();
  expect((await file).suggestedFilename()).toMatch(/\.pdf$/);
  expect((await marks()).at(-1)).toMatchObject({ status: "LATE", minutes: 5 });
  expect(faults).toEqual([]);
  await context.close();
});
