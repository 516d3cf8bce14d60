// A class from its public dates to its roll: what a visitor reads, what its learner finds, how one checks in, and how a
// teacher comes in.
import type { Page } from "@playwright/test";
import { bookableCourse, Caller, type Course, visitorPassword } from "./support/api.ts";
import { demoStudent } from "./support/learner.ts";
import { password, type School } from "./support/school.ts";
import { accessible, expect, test } from "./support/test.ts";
import { enter } from "./support/visitor.ts";

const HOUR = 60; // minutes

const admin = ({ url }: School) => new Caller(url).signIn("admin@preau.test", password);

/** A moment in Paris, as a session names it. */
function moment(minutesAhead: number) {
  const at = new Date(Date.now() + minutesAhead * 60_000);
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat("sv-SE", { ...options, timeZone: "Europe/Paris" }).format(at);
  return { date: part({ dateStyle: "short" }), startTime: part({ timeStyle: "short" }) };
}

/** A course in whose dates today lies, without sessions yet. */
async function running(school: School, staff: Caller, type: "IN_PERSON" | "ONLINE") {
  const course = await bookableCourse(school.url, "Chinois", type);
  // What was held stays.
  school.sql("DELETE FROM class_sessions WHERE id NOT IN (SELECT session_id FROM attendance)");
  const from = moment(-30 * 24 * HOUR).date;
  school.sql(`UPDATE courses SET start_date = '${from}' WHERE id = ${course.id}`);
  const plan = (minutesAhead: number, more: object = {}) =>
    staff.ok("POST", "/class-sessions", {
      courseId: course.id,
      ...moment(minutesAhead),
      minutes: 90,
      extendCourse: true,
      ...more,
    });
  return { course, plan };
}

/** The demo's student with this course. */
async function learner(school: School, staff: Caller, course: Course) {
  const student = await demoStudent(school.url);
  const { id: userId } = await student.ok("GET", "/users/me");
  const { id } = await staff.ok("POST", "/subscriptions", {
    userId,
    courseId: course.id,
    reason: "Bourse",
  });
  return { student, subscriptionId: id as number };
}

const next = (page: Page) => page.getByRole("region", { name: "Prochaine séance" });

test("a visitor reads the next dates, and all of them with the cancelled one, not why", async ({
  page,
  school,
}) => {
  const staff = await admin(school);
  const { course, plan } = await running(school, staff, "IN_PERSON");
  const { id: roomId } = await staff.ok("POST", "/rooms", {
    name: "Salle des tilleuls",
    seats: 12,
  });
  for (const days of [2, 4, 7]) await plan(days * 24 * HOUR, { roomId });
  const { id, version } = await plan(9 * 24 * HOUR, { roomId });
  const reason = "Chiara est souffrante.";
  await staff.ok("PATCH", `/class-sessions/${id}/cancel`, { version, reason });

  const { slug } = await staff.ok("GET", `/courses/${course.id}/details`);
  await page.goto(`/cours/${slug}`);
  const dates = page.getByRole("list", { name: "Prochaines dates" });
  await expect(dates.getByRole("listitem")).toHaveCount(3);
  await page.getByText("Voir les 3 séances").click();
  const all = page.getByRole("group").filter({ hasText: "Voir les 3 séances" });
  await expect(all.getByRole("listitem")).toHaveCount(4);
  await expect(all.getByText("Salle des tilleuls").first()).toBeVisible();
  await expect(all.getByText("Annulée")).toBeVisible();
  await accessible(page);
  const html = await (await page.request.get(`/cours/${slug}`)).text();
  expect(html).toContain("courseSchedule");
  expect(html).toContain("Annulée");
  expect(html).not.toContain(reason);
});

test("a learner finds the next session first, enters its class, and has it in a calendar", async ({
  page,
  school,
}) => {
  const staff = await admin(school);
  const { course, plan } = await running(school, staff, "ONLINE");
  const meetingUrl = "https://visio.exemple.test/classe";
  await plan(10, { meetingUrl, note: "Apportez un menu." });
  await plan(3 * 24 * HOUR, { meetingUrl });
  const { student, subscriptionId } = await learner(school, staff, course);
  await enter(page, student);
  await page.goto("/profile/subscriptions");
  await expect(next(page)).toContainText(course.name);
  const join = next(page).getByRole("link", { name: /^Rejoindre la classe/ });
  await expect(join).toHaveAttribute("href", meetingUrl);
  await accessible(page);

  await next(page)
    .getByRole("link", { name: /^Voir ma classe/ })
    .click();
  await expect(page).toHaveURL(`/ma-classe/${subscriptionId}`);
  await expect(next(page)).toContainText("Apportez un menu.");
  await expect(page.getByRole("heading", { name: "À venir 2" })).toBeVisible();
  await accessible(page);

  await page.getByRole("button", { name: "Ajouter à mon agenda" }).click();
  const dialog = page.getByRole("dialog", { name: "Vos séances dans votre agenda" });
  const file = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Télécharger le fichier" }).click();
  expect((await file).suggestedFilename()).toBe("seances.ics");
  await dialog.getByRole("button", { name: "Créer une adresse d’agenda" }).click();
  const address = await dialog.getByLabel("Adresse de votre agenda").inputValue();
  await accessible(page);
  const feed = await page.request.get(address);
  expect(await feed.text()).toContain("BEGIN:VEVENT");

  await page.goto("/profile?tab=notices");
  await page.getByRole("button", { name: /^Révoquer l’adresse/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Révoquer" }).click();
  await expect(page.getByText(/^Aucune adresse d’agenda/)).toBeVisible();
  expect((await page.request.get(address)).status()).toBe(404);
});

test.describe("checking in", () => {
  test.use({ expectedFailures: [/^4\d\d POST \/api\/check-in/] });

  test("the code of the room notes that one is here, once; another is refused in a sentence", async ({
    page,
    school,
  }) => {
    const staff = await admin(school);
    const { course, plan } = await running(school, staff, "IN_PERSON");
    const { id } = await plan(10);
    const { student } = await learner(school, staff, course);
    await enter(page, student);
    const { code } = await staff.ok("GET", `/class-sessions/${id}/check-in-code`);
    await page.goto(`/pointage#${code}`);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("vous êtes là.");
    await expect(page.getByText(course.name)).toBeVisible();
    await accessible(page);
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("C’est déjà noté.");
    await page.goto("/pointage#pas-un-code");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ce code n’est pas le bon.");
    await accessible(page);
  });
});

test("a teacher chooses a password by the link of the mail, and lands on the dashboard", async ({
  page,
  school,
}) => {
  const staff = await admin(school);
  const teachers: { id: number; accountEmail?: string | null }[] = await staff.ok(
    "GET",
    "/teachers",
  );
  const teacher = teachers.find(({ accountEmail }) => !accountEmail);
  const email = "nouvelle.prof@exemple.test";
  await staff.ok("POST", `/teachers/${teacher?.id}/invite`, { email });
  const { text } = await school.mailbox.receive(email, /invitation#/);
  await page.goto(/https?:\S+\/invitation#\S+/.exec(text)?.[0] ?? "");
  await page.getByLabel("Nouveau mot de passe").fill(visitorPassword);
  await accessible(page);
  await page.getByRole("button", { name: "Accepter et ouvrir le tableau de bord" }).click();
  await expect(page).toHaveURL(/\/dashboard/);
});

test("a teacher writes to a class, a learner answers under the message, and each reads the other", async ({
  page,
  browser,
  school,
}) => {
  const staff = await admin(school);
  const { course, plan } = await running(school, staff, "IN_PERSON");
  await plan(2 * 24 * HOUR);
  const { student, subscriptionId } = await learner(school, staff, course);
  const { teacherId } = await staff.ok("GET", `/courses/admin/${course.id}`);
  const teacher = await browser.newPage({ baseURL: school.url, locale: "fr-FR" });
  await test.step("the teacher comes in and writes", async () => {
    const email = "prof.de.la.classe@exemple.test";
    await staff.call("DELETE", `/teachers/${teacherId}/account`);
    await staff.ok("POST", `/teachers/${teacherId}/invite`, { email });
    const { text } = await school.mailbox.receive(email, /invitation#/);
    await teacher.goto(/https?:\S+\/invitation#\S+/.exec(text)?.[0] ?? "");
    await teacher.getByLabel("Nouveau mot de passe").fill(visitorPassword);
    await teacher.getByRole("button", { name: "Accepter et ouvrir le tableau de bord" }).click();
    await teacher.getByRole("link", { name: "Mes classes" }).click();
    await teacher.getByRole("link", { name: course.name, exact: true }).click();
    await teacher.getByRole("link", { name: "Écrire à la classe" }).click();
    const message = teacher.getByRole("textbox", { name: "Message" });
    await message.fill("Apportez une photo demain.");
    await teacher.getByRole("button", { name: "Envoyer" }).click();
    await teacher.getByRole("dialog").getByRole("button", { name: "Envoyer" }).click();
    await expect(teacher.getByText("Apportez une photo demain.")).toBeVisible();
    await accessible(teacher);
  });

  await test.step("the mail leads the learner to the message, who answers", async () => {
    const { text } = await school.mailbox.receive("student@preau.test", /Apportez une photo/);
    const place = /https?:\S+(\/ma-classe\/\d+#messages)/.exec(text)?.[1] ?? "";
    expect(place).toBe(`/ma-classe/${subscriptionId}#messages`);
    await enter(page, student);
    await page.goto(place);
    await page.getByRole("button", { name: "Répondre" }).click();
    await page.getByRole("textbox", { name: "Votre réponse" }).fill("De famille, ou de vacances ?");
    await page.getByRole("button", { name: "Envoyer la réponse" }).click();
    await expect(page.getByText("Votre réponse est partie.")).toBeVisible();
    await accessible(page);
  });

  await test.step("the teacher reads it in the inbox, and answers through the school", async () => {
    await teacher.getByRole("link", { name: "Messages", exact: true }).click();
    await expect(teacher.getByText("De famille, ou de vacances ?")).toBeVisible();
    await accessible(teacher);
    await teacher.getByRole("button", { name: "Répondre" }).click();
    await teacher.getByRole("textbox").last().fill("Comme vous voulez.");
    await teacher.getByRole("button", { name: "Envoyer" }).last().click();
    const { text } = await school.mailbox.receive("student@preau.test", /Comme vous voulez/);
    expect(text).not.toContain("prof.de.la.classe@exemple.test");
  });
  await teacher.close();
});
