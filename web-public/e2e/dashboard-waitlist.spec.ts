// Seats and waiting lists in the dashboard: another order for a reason, a seat that comes free, names for editors.
import { bookableCourse, Caller, register } from "./support/api.ts";
import { tabTo } from "./support/keyboard.ts";
import { password, type School } from "./support/school.ts";
import { accessibleEverywhere } from "./support/sizes.ts";
import { accessible, expect, test } from "./support/test.ts";
import { enter } from "./support/visitor.ts";

const PAGE = "/dashboard/course/places";
const PEOPLE = ["Anna Conti", "Bruno Sala", "Carla Neri"] as const;

/** Fills a course; three people wait for a seat in it. */
async function fullCourse(school: School) {
  const { id, name } = await bookableCourse(school.url);
  school.sql(`UPDATE courses SET capacity = seats_taken WHERE id = ${id}`);
  for (const person of PEOPLE) {
    const [firstName = "", lastName = ""] = person.split(" ");
    const email = `${firstName.toLowerCase()}@exemple.test`;
    const visitor = await register(school.url, email, [firstName, lastName]);
    school.sql(`UPDATE users SET email_verified_at = created_at WHERE email = '${email}'`);
    await visitor.ok("POST", "/waitlist", { courseId: id });
  }
  return { id, name };
}

test("a list is put in another order by keyboard, a freed seat is offered, an editor sees names", async ({
  page,
  school,
  browser,
}) => {
  const course = await fullCourse(school);
  const admin = await new Caller(school.url).signIn("admin@preau.test", password);
  await enter(page, admin);
  await page.goto(`/dashboard/course/list?q=${encodeURIComponent(course.name)}`);
  await page.getByRole("link", { name: `3 en attente : ${course.name}` }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Places et attente");
  await page.getByRole("navigation").getByRole("link", { name: "Places et attente" }).click();
  await expect(page.getByText("0 offre en cours, 3 personnes en attente")).toBeVisible();
  const rows = page.getByRole("list", { name: "Liste d’attente" }).getByRole("listitem");
  const order = async () => (await rows.locator("b").allInnerTexts()).map((name) => name.trim());
  await expect.poll(order).toEqual([...PEOPLE]);
  await accessible(page);

  await tabTo(page, /^Monter Carla Neri$/);
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Changer l’ordre" });
  await expect(dialog).toContainText("Carla Neri passe du rang 3 au rang 2.");
  await expect(dialog.getByLabel("Motif")).toBeFocused();
  await page.keyboard.type("Place promise au téléphone");
  await accessible(page);
  await tabTo(page, /^Changer l’ordre$/);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Carla Neri est maintenant au rang 2.")).toBeVisible();
  await expect.poll(order).toEqual([PEOPLE[0], PEOPLE[2], PEOPLE[1]]);
  await expect(page.getByRole("button", { name: "Monter Carla Neri" })).toBeFocused();

  const change = `Modifier le délai de réponse de « ${course.name} »`;
  await page.getByRole("link", { name: change, exact: true }).click();
  const hours = page.getByLabel("Délai de réponse de la liste d’attente (heures)");
  await expect(hours).toBeFocused();
  await hours.fill("48");
  const seats = page.getByLabel("Nombre de places");
  await seats.fill(String(Number(await seats.inputValue()) + 1));
  await page.getByRole("button", { name: "Mettre à jour" }).click();
  await expect(page.getByText("Cours mis à jour avec succès")).toBeVisible();
  await page.goto(PAGE);
  await expect(page.getByText("1 offre en cours, 2 personnes en attente")).toBeVisible();
  const offers = page.getByRole("list", { name: "Offres en cours" });
  await expect(offers).toContainText(/Anna Conti\s*Cours complet\s·\s.*€\s*Jusqu’.*reste 4[78]\s/);
  await expect.poll(order).toEqual([PEOPLE[2], PEOPLE[1]]);
  await expect(
    page.getByText(/^La prochaine place libre sera proposée à Carla Neri/),
  ).toBeVisible();
  await expect.poll(() => school.mailbox.to("anna@exemple.test").length).toBeGreaterThan(0);
  await accessibleEverywhere(page, PAGE, async () => {
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  });

  const context = await browser.newContext({ baseURL: school.url });
  const other = await context.newPage();
  await enter(other, await new Caller(school.url).signIn("editor@preau.test", password));
  await other.goto(`/dashboard/course/${course.id}/places`);
  const main = other.getByRole("main");
  await expect(main.getByText("Carla Neri", { exact: true })).toBeVisible();
  await expect(main.getByRole("button")).toHaveCount(0);
  await expect(main).not.toContainText("@");
  await accessible(other);
  await context.close();
});
