// The timetable as staff plans it: a term from nothing, one session moved by keyboard and one by the mouse, a refusal.
import type { Locator, Page } from "@playwright/test";
import type { Caller, Course } from "./support/api.ts";
import type { School } from "./support/school.ts";
import { accessibleEverywhere } from "./support/sizes.ts";
import { openAsEditor } from "./support/staff.ts";
import { accessible, expect, test } from "./support/test.ts";

type Planned = Course & { startDate: string; type: string; status: string };

const COMING = "2031-03-03"; // a Monday far from whatever the demo plans
const day = (days: number) =>
  new Date(Date.parse(`${COMING}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
const typed = (date: string) => date.split("-").reverse().join("/");

/** Takes away whatever the demo plans, but what was held. */
function nothingPlanned(school: School): void {
  school.sql("DELETE FROM class_sessions WHERE id NOT IN (SELECT session_id FROM attendance)");
  school.sql("DELETE FROM session_series");
}

/** Two courses in the room that have not begun. */
async function courses(caller: Caller): Promise<[Planned, Planned]> {
  const all: Planned[] = await caller.ok("GET", "/courses");
  const [one, other] = all.filter(
    ({ type, status, startDate }) =>
      type === "IN_PERSON" && status === "PUBLISHED" && startDate > new Date().toISOString(),
  );
  if (!one || !other) throw new Error("the demo has no two courses in a room");
  return [one, other];
}

const chip = (page: Page, name: RegExp) => page.getByRole("button", { name });
const saved = (page: Page) => page.getByRole("button", { name: "Enregistrer" });

async function choose(page: Page, label: string, option: string | RegExp) {
  await page.getByRole("combobox", { name: label }).click();
  await page.getByRole("option", { name: option }).click();
}

async function addRoom(page: Page, name: string, seats: string) {
  await page.goto("/dashboard/timetable/rooms");
  const form = page.getByRole("form", { name: "Ajouter une salle" });
  await form.getByLabel("Nom").fill(name);
  await form.getByLabel("Places (facultatif)").fill(seats);
  await form.getByRole("button", { name: "Ajouter", exact: true }).click();
  await expect(page.getByText("La salle a été ajoutée.").first()).toBeVisible();
  await expect(page.getByRole("main").getByText(name, { exact: true }).first()).toBeVisible();
}

test("a term is planned from nothing: a room, a closure, a rule with every date it makes", async ({
  page,
  school,
}) => {
  const caller = await openAsEditor(page, school, "accueil");
  nothingPlanned(school);
  const [course] = await courses(caller);
  await addRoom(page, "Tilleuls", "12");

  await page.goto("/dashboard/timetable/closures");
  await page.getByLabel("Nom").fill("Travaux");
  await page.getByLabel("Premier jour").fill(typed(day(7)));
  await page.getByLabel("Dernier jour").fill(typed(day(11)));
  await page.getByRole("button", { name: "Ajouter", exact: true }).click();
  await expect(page.getByText("Travaux", { exact: true })).toBeVisible();
  await expect(page.getByText("Fête nationale").first()).toBeVisible();

  await page.goto(`/dashboard/course/edit/${course.id}`);
  await page.getByRole("link", { name: "Prévoir les séances" }).click();
  await page.getByRole("checkbox", { name: "lundi" }).check();
  await page.getByRole("checkbox", { name: "jeudi" }).check();
  await page.getByLabel("Heure", { exact: true }).fill("18:30");
  await choose(page, "Salle", /^Tilleuls/);
  await page.getByLabel("Du", { exact: true }).fill(typed(COMING));
  await page.getByLabel("Au", { exact: true }).fill(typed(day(25)));
  const dates = page.getByRole("region", { name: "Dates des séances" });
  await expect(dates.getByRole("heading", { name: "6 séances, 2 dates écartées" })).toBeVisible();
  await expect(dates).toContainText("2 dates écartées, fermeture « Travaux »");
  await expect(page.getByRole("region", { name: "Si vous enregistrez" })).toContainText(
    "6 séances s’ajoutent.",
  );
  await expect(saved(page)).toBeDisabled();
  await page.getByRole("checkbox", { name: "Prolonger le cours" }).check();
  await expect(saved(page)).toBeEnabled();
  // It is pale while the dates are asked for again.
  await expect(page.locator("[aria-busy]").filter({ has: dates })).toHaveCSS("opacity", "1");
  await accessible(page);
  await saved(page).click();
  await expect(page.getByText("Les séances sont enregistrées.")).toBeVisible();
  await expect(chip(page, /^lundi 3 mars 2031, 18 h 30 – 20 h/)).toBeVisible();

  // One of them is cancelled with its reason, and says so.
  await chip(page, /^jeudi 6 mars 2031/).click();
  await page.getByRole("button", { name: "Annuler la séance" }).click();
  await page.getByLabel("Raison").fill("Professeur absent.");
  await page.getByRole("dialog").getByRole("button", { name: "Annuler la séance" }).click();
  await expect(chip(page, /^jeudi 6 mars 2031.*annulée/)).toBeVisible();
  await expect(page.getByRole("region", { name: "Hors de la règle" })).toContainText(
    "Professeur absent.",
  );
  await accessibleEverywhere(page, `/dashboard/course/sessions/${course.id}`, async (page) => {
    await expect(page.getByText("Professeur absent.")).toBeVisible();
  });
});

/** In one room a session of each course, one after the other. */
async function planned(caller: Caller) {
  const [one, other] = await courses(caller);
  const rooms: { id: number; name: string }[] = await caller.ok("GET", "/rooms");
  const figuier = rooms.find((room) => room.name === "Figuier")?.id ?? 0;
  const session = (course: Planned, date: string, startTime: string, roomId: number) =>
    caller.ok("POST", "/class-sessions", {
      courseId: course.id,
      date,
      startTime,
      minutes: 90,
      roomId,
      teacherId: null,
      extendCourse: true,
    });
  const first = await session(one, day(0), "18:30", figuier);
  await session(one, day(30), "18:30", figuier); // so far the course goes on
  const second = await session(other, day(1), "19:00", figuier);
  return { first, second };
}

/** Takes the free room that is offered; answers its name. */
async function takeFreeRoom(within: Locator): Promise<string> {
  const offer = within.getByRole("button", { name: /^Prendre la salle .+, libre$/ }).first();
  const name = /^Prendre la salle (.+), libre$/.exec((await offer.textContent()) ?? "")?.[1];
  await offer.click();
  return name ?? "";
}

const block = (page: Page, name: string) => page.getByRole("button", { name: new RegExp(name) });

test("a session is moved by keyboard; one in the way is named, and a free room offered", async ({
  page,
  school,
  expectedFailures,
}) => {
  expectedFailures.push(/409 PUT .*class-sessions/);
  const caller = await openAsEditor(page, school, "accueil");
  const { first, second } = await planned(caller);
  await page.goto(`/dashboard/timetable/calendar?date=${day(0)}`);
  await block(page, first.courseName).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Modifier la séance" }).press("Enter");
  await page.getByRole("textbox", { name: "Jour" }).fill(typed(day(1)));
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  const inTheWay = dialog.getByRole("alert").filter({ hasText: "La salle Figuier est déjà prise" });
  await expect(inTheWay).toContainText(second.courseName);
  const free = await takeFreeRoom(dialog);
  await saved(page).click();
  await expect(page.getByText("La séance est enregistrée.")).toBeVisible();
  const [moved] = await caller.ok("GET", `/class-sessions?from=${day(1)}&to=${day(1)}`);
  expect([moved.courseName, moved.roomName]).toEqual([first.courseName, free]);
});

test("a block dragged into a taken room goes back and says why; into a free one it can be undone", async ({
  page,
  school,
  expectedFailures,
}) => {
  expectedFailures.push(/409 PUT .*class-sessions/);
  const caller = await openAsEditor(page, school, "accueil");
  const { first, second } = await planned(caller);
  await page.goto(`/dashboard/timetable/calendar?date=${day(0)}`);
  const own = block(page, first.courseName);
  const other = block(page, second.courseName);
  await own.dragTo(other);
  const refusal = page.getByRole("alert").filter({ hasText: "La salle est déjà prise" });
  await expect(refusal).toContainText(second.courseName);
  await accessible(page);
  const onServer = async () =>
    (await caller.ok("GET", `/class-sessions?courseId=${first.courseId}`)).find(
      ({ id }: { id: number }) => id === first.id,
    );
  expect((await onServer()).date).toBe(day(0));
  const free = await takeFreeRoom(refusal);
  await expect(page.getByText(/est déplacé/)).toBeVisible();
  await expect.poll(async () => (await onServer()).roomName).toBe(free);
  await page.getByRole("button", { name: "Annuler", exact: true }).click();
  await expect
    .poll(async () => [(await onServer()).roomName, (await onServer()).date])
    .toEqual(["Figuier", day(0)]);
});

test("the timetable is for everyone: in each view, on a phone, on paper", async ({
  page,
  school,
}) => {
  const caller = await openAsEditor(page, school, "accueil");
  const { first } = await planned(caller);
  for (const view of ["week", "day", "month"]) {
    const path = `/dashboard/timetable/calendar?date=${day(0)}&view=${view}`;
    await accessibleEverywhere(page, path, async (page) => {
      await expect(block(page, first.courseName).first()).toBeVisible();
    });
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ media: "print" });
  const sheet = page.getByRole("table");
  await expect(sheet).toContainText(first.courseName);
  await expect(page.getByRole("button", { name: "Ajouter une séance" })).toBeHidden();
});

test("a timetable out of a file: what is in the way is named, and then all of it is written", async ({
  page,
  school,
}) => {
  const caller = await openAsEditor(page, school, "accueil");
  nothingPlanned(school);
  const [one, other] = await courses(caller);
  const csv = (room: string) => ({
    name: "emploi.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(
      `Cours;Date;Heure;Durée;Salle\n${one.name};${one.startDate};18h30;90;Figuier\n` +
        `${other.name};${one.startDate > other.startDate ? one.startDate : other.startDate};20 h;60;${room}\n`,
    ),
  });
  await page.goto("/dashboard/timetable/calendar");
  await page.getByRole("button", { name: "Importer" }).click();
  const dialog = page.getByRole("dialog", { name: "Importer un emploi du temps" });
  const file = dialog.locator("input[type=file]");
  await file.setInputFiles(csv("Grenier"));
  await expect(dialog.getByText("1 ligne est à corriger : rien n’a été importé.")).toBeVisible();
  await expect(dialog.getByRole("row").filter({ hasText: other.name })).toContainText("salle");
  await accessible(page);
  await file.setInputFiles(csv("Mistral"));
  await dialog.getByRole("button", { name: "Importer 2 séances" }).click();
  await expect(page.getByText("2 séances ont été importées.")).toBeVisible();
  const written = await caller.ok("GET", `/class-sessions?courseId=${one.id}`);
  expect(written.at(-1)).toMatchObject({ startTime: "18:30", roomName: "Figuier", minutes: 90 });
});
