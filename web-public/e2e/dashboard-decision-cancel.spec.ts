// The end of a course below its minimum size in the dashboard: cancelled with a reason, while some were still asked.
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
import { buy, decide, hold, newDates, smallCourse } from "./support/decisions.ts";
import { password } from "./support/school.ts";
import { accessibleEverywhere, fits } from "./support/sizes.ts";
import { accessible, expect, test } from "./support/test.ts";
import { saying } from "./support/texts.ts";

const JEANNE = ["Jeanne", "Morel"] as const;
const LUC = ["Luc", "Arnaud"] as const;
const say = saying("fr");

test("a course is cancelled with a reason; whoever was asked before is refunded", async ({
  page,
  school,
}) => {
  const admin = await enterAsAdmin(page, school);
  const course = await smallCourse(admin);
  const jeanne = await buy(school.url, course, JEANNE);
  await decide(admin, course, newDates);
  await hold(school.url, course, LUC);
  const student = await new Caller(school.url).signIn("student@preau.test", password);
  const { id: userId } = await student.ok("GET", "/users/me");
  const granted = { userId, courseId: course.id, moduleIds: [], reason: "Invitée" };
  await admin.ok("POST", "/subscriptions", granted);

  await page.goto(pageOf(course, "decision"));
  await expect(page.getByText(say("errors.answers_open"))).toBeVisible();
  for (const choice of [/^Confirmer/, /^Proposer de nouvelles/, /^Proposer un autre/])
    await expect(page.getByRole("radio", { name: choice })).toBeDisabled();
  await choose(page, /^Annuler et rembourser/);
  await expect(reservationOf(page, "Jeanne Morel")).toContainText(
    "90,00 € remboursés tout de suite",
  );
  await expect(effects(page)).toContainText("1 place gardée, pas payée");
  await expect(effects(page)).toContainText("1 inscription accordée");
  await expect(total(page, "Remboursé tout de suite")).toContainText("90,00 €");
  await accessible(page);
  const submit = page.getByRole("button", { name: "Annuler le cours et rembourser 90,00 €" });
  await submit.click();
  const reason = page.getByLabel("Motif, tel que chacun le lira");
  await expect(reason).toBeFocused();
  await expect(faultOf(reason)).toHaveText(say("errors.reason_required"));
  await accessible(page);
  await reason.fill("La professeure est souffrante.");
  await submit.dblclick();
  await expect(page.getByText("Le cours est annulé.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Cours annulé" })).toBeVisible();
  await accessible(page);
  await school.mailbox.receive(jeanne.email, /^Cours annulé/);
  const [{ status, purchase }] = await jeanne.caller.ok("GET", "/reservations/me");
  expect([status, purchase.refunded]).toEqual(["CANCELLED", purchase.amount]);

  await page.goto("/dashboard/audit");
  const decided = page.getByRole("row").filter({ hasText: "a décidé du démarrage du cours" });
  await expect(decided.first()).toContainText(course.name);
  await expect(page.getByRole("row").filter({ hasText: "a clos la proposition" })).toHaveCount(1);
  await page.goto(pageOf(course, "decision"));
  await expect(page.getByText(say("errors.not_decidable"))).toBeVisible();
  await accessible(page);
  expect(school.run("doctor")).toContain("Everything is in order");
});

test("the pages are for everyone in four languages", async ({ page, school }) => {
  const admin = await enterAsAdmin(page, school);
  const [undecided, asked] = [
    await smallCourse(admin),
    await smallCourse(admin, "Pesto e basilico"),
  ];
  await buy(school.url, asked, JEANNE);
  await decide(admin, asked, newDates);
  const ready = async () => {
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    await fits(page);
  };
  await accessibleEverywhere(page, pageOf(undecided, "decision"), async () => {
    await ready();
    await page.getByRole("radio").nth(1).click();
  });
  for (const path of [pageOf(asked, "places"), "/dashboard/course/places", "/dashboard/accueil"])
    await accessibleEverywhere(page, path, ready);
});
