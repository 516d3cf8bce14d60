// The main job in a real browser: a visitor finds a course, reserves it, pays and is enrolled.
import type { Page } from "@playwright/test";
import { bookableCourse, Caller, draft, register, visitorPassword } from "./support/api.ts";
import { Effort } from "./support/clicks.ts";
import { accessible, expect, test } from "./support/test.ts";
import {
  booker,
  choosePassword,
  chooseTwoItalianModules,
  enrolled,
  fillPerson,
  learner,
  nextWeek,
  openSelection,
  pay,
  person,
  sees,
  takeTwoModules,
  toPayment,
} from "./support/visitor.ts";

test("a visitor books Italian for herself, is declined, pays, is signed in and finds her modules", async ({
  page,
  school,
}) => {
  const course = await bookableCourse(school.url);
  const modules = await chooseTwoItalianModules(page, course.name);
  await fillPerson(booker(page), person("Jeanne", "jeanne.morel@exemple.test"));
  await page.getByRole("radio", { name: "Pour moi-même" }).click();
  await choosePassword(page);
  await accessible(page);
  await toPayment(page);
  await expect(page.getByText("Mode test").first()).toBeVisible();
  await accessible(page);

  await pay(page, "4000 0000 0000 0002");
  await expect(page.getByText("La carte a été refusée.")).toBeVisible();
  // The hold outlives a reload, and so does its countdown.
  await page.reload();
  await expect(page.getByText("Place gardée encore")).toBeVisible();
  await pay(page, "4242 4242 4242 4242");
  const done = await enrolled(page);
  await expect(done).toContainText("jeanne.morel@exemple.test");
  await accessible(page);
  // The page is an address of its own.
  await page.reload();
  await enrolled(page);
  await expect(done.getByText("Payé par carte")).toBeVisible();
  const [paper] = await Promise.all([
    page.waitForEvent("download"),
    done.getByRole("button", { name: /^Facture F/ }).click(),
  ]);
  expect(paper.suggestedFilename()).toMatch(/^F\d{4}-\d{5}\.pdf$/);
  await done.getByRole("link", { name: "Voir mes cours" }).click();
  await expect(page).toHaveURL(/\/profile\/subscriptions$/);
  await sees(page, course.name, modules);
  await accessible(page);

  const mail = await school.mailbox.receive(
    "jeanne.morel@exemple.test",
    /réservation est confirmée/,
  );
  for (const title of modules) expect(mail.text).toContain(title);
  expect(mail.text).toContain(course.name);
  await school.mailbox.receive("ecole@preau.test", new RegExp(course.name));
  const again = await new Caller(school.url).signIn("jeanne.morel@exemple.test", visitorPassword);
  expect((await again.ok("GET", "/users/me")).firstName).toBe("Jeanne");
  expect(school.run("doctor")).toBeTruthy();
});

/** From the front page to the paid place. */
async function bookTwoModules(
  page: Page,
  language: string,
  course: string,
  effort: Effort,
): Promise<void> {
  await page.goto("/");
  await effort.click(
    page.getByRole("main").getByRole("link", { name: new RegExp(`^${language}`) }),
  );
  await takeTwoModules(page, await openSelection(page, course, effort), effort);
  for (const field of await page.getByRole("main").getByRole("textbox").all()) {
    const text = TYPED[(await field.getAttribute("name")) ?? ""];
    if (text && (await field.inputValue()) === "") await effort.fill(field, text);
  }
  const boxes = page.getByRole("region", { name: "Avant de réserver" }).getByRole("checkbox");
  await expect(boxes).toHaveCount(2);
  for (const box of await boxes.all()) await effort.click(box);
  await effort.click(page.getByRole("button", { name: "Continuer vers le paiement" }));
  await effort.fill(page.getByLabel("Numéro de carte"), "4242 4242 4242 4242");
  await effort.fill(page.getByLabel("Expiration"), "1130");
  await effort.fill(page.getByLabel("Cryptogramme"), "123");
  await effort.click(page.getByRole("button", { name: /^Payer .*€$/ }));
  await enrolled(page);
}

const TYPED: Record<string, string> = {
  "bookerData.firstName": "Jeanne",
  "bookerData.lastName": "Morel",
  "bookerData.email": "jeanne.breve@exemple.test",
  "bookerData.phoneNumber": "6 39 98 12 04",
  "bookerData.birthDate": "14/03/1991",
  "bookerData.address.street": "8, cours Mirabeau",
  "bookerData.address.postalCode": "13100",
  "bookerData.address.city": "Aix-en-Provence",
  "bookerData.password": visitorPassword,
  "bookerData.passwordConfirmation": visitorPassword,
};

test("two modules take ten presses and thirteen fields, of which whoever is known types the card only", async ({
  page,
  school,
}) => {
  const first = new Effort();
  const italian = await bookableCourse(school.url, "Italien", "ONLINE");
  await bookTwoModules(page, "Italien", italian.name, first);
  expect([first.clicks, first.fields]).toEqual([10, 13]);

  const next = new Effort();
  const french = await bookableCourse(school.url, "Français", "ONLINE");
  await bookTwoModules(page, "Français", french.name, next);
  expect([next.clicks, next.fields]).toEqual([10, 3]);
});

test("the button leads to what is missing, and the ways back keep what was typed", async ({
  page,
  school,
}) => {
  const course = await bookableCourse(school.url);
  const modules = await chooseTwoItalianModules(page, course.name);
  const send = page.getByRole("button", { name: "Continuer vers le paiement" });
  await send.click();
  await expect(page.getByLabel("Prénom", { exact: true })).toBeFocused();
  const summary = page.getByRole("alert").filter({ hasText: "points à corriger" });
  await expect(summary.getByRole("button", { name: "Code postal" })).toBeVisible();
  await accessible(page);
  await summary.getByRole("button", { name: "Ville" }).click();
  await expect(page.getByLabel("Ville")).toBeFocused();

  await fillPerson(booker(page), person("Jeanne", "jeanne.retour@exemple.test"));
  await choosePassword(page);
  await toPayment(page);
  await page.getByRole("link", { name: "Revenir aux informations" }).click();
  await expect(page.getByLabel("Mot de passe", { exact: true })).toHaveValue(visitorPassword);
  const boxes = page.getByRole("region", { name: "Avant de réserver" }).getByRole("checkbox");
  for (const box of await boxes.all()) await expect(box).toBeChecked();

  await page.getByRole("link", { name: "Revenir à la sélection" }).click();
  const dialog = page.getByRole("dialog", { name: "Votre sélection" });
  for (const title of modules)
    await expect(dialog.getByRole("checkbox", { name: title })).toBeChecked();
  await expect(dialog.getByLabel("Date de démarrage souhaitée")).toHaveValue(nextWeek());
  await dialog.getByRole("button", { name: "Continuer" }).click();
  await toPayment(page);
});

test("a birth date is picked as well as typed", async ({ page, school }) => {
  const course = await bookableCourse(school.url);
  await chooseTwoItalianModules(page, course.name);
  await booker(page).getByRole("button", { name: "Choisir dans le calendrier" }).click();
  await page.getByRole("button", { name: "1991", exact: true }).click();
  await page.getByRole("button", { name: /^mars/i }).click();
  await page.getByRole("button", { name: "14 mars 1991" }).click();
  await expect(page.getByLabel("Date de naissance")).toHaveValue("14/03/1991");
});

test.describe("on a telephone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  for (const language of ["fr", "en", "it", "zh"])
    test(`the steps break no word in ${language}`, async ({ page, school }) => {
      const said = draft(await bookableCourse(school.url), "jeanne.etapes@exemple.test");
      await page.addInitScript(
        (text) => sessionStorage.setItem("reservationDraft", text),
        JSON.stringify(said),
      );
      await page.goto(`/reservation/details?lang=${language}`);
      const label = page.locator("[aria-current=step] > span:last-child");
      await expect(label).toBeVisible();
      // A label without a space stands on one line.
      const lines = await label.evaluate((element) => element.getClientRects().length);
      const height = await label.evaluate(
        (element) => element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight),
      );
      const words = ((await label.textContent()) ?? "").trim().split(/\s+/).length;
      expect(Math.max(lines, Math.round(height))).toBeLessThanOrEqual(words);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide).toBeLessThanOrEqual(390);
    });
});

test("a visitor books for somebody whose account exists", async ({ page, school }) => {
  const course = await bookableCourse(school.url);
  const modules = await chooseTwoItalianModules(page, course.name);
  await fillPerson(booker(page), person("Jeanne", "jeanne.payeuse@exemple.test"));
  await page.getByRole("radio", { name: "Pour quelqu’un d’autre" }).click();
  // An account made before, by its owner.
  const known = "louis.connu@exemple.test";
  await register(school.url, known, ["Louis", "Connu"]);
  const link = await school.mailbox.receive(known, /verifier-email/);
  await page.request.get(
    new URL(/\/verifier-email\S+/.exec(link.text)?.[0] ?? "", school.url).href,
  );
  const token = new URL(/https?:\S+verifier-email\S+/.exec(link.text)?.[0] ?? "").searchParams.get(
    "token",
  );
  await new Caller(school.url).ok("POST", "/users/verify-email", { token });

  await fillPerson(learner(page), person("Louis", known));
  await choosePassword(page);
  await toPayment(page);
  await pay(page, "4242 4242 4242 4242");
  await enrolled(page);
  const mail = await school.mailbox.receive(known, new RegExp(course.name));
  expect(mail.text).toContain(modules[0]);
  await school.mailbox.receive("jeanne.payeuse@exemple.test", new RegExp(course.name));
  const louis = await new Caller(school.url).signIn(known, visitorPassword);
  const me = await louis.ok("GET", "/users/me");
  // What the payer typed overwrites nobody.
  expect(me.lastName).toBe("Connu");
  const [subscription] = await louis.ok("GET", `/subscriptions/user/${me.id}`);
  expect(subscription.moduleTitles).toEqual(modules);
});

test("a visitor books for somebody without an account, who then sets a password from the mail", async ({
  page,
  school,
}) => {
  const course = await bookableCourse(school.url);
  const modules = await chooseTwoItalianModules(page, course.name);
  await fillPerson(booker(page), person("Jeanne", "jeanne.offre@exemple.test"));
  await page.getByRole("radio", { name: "Pour quelqu’un d’autre" }).click();
  await fillPerson(learner(page), person("Mia", "mia.neuve@exemple.test"));
  await choosePassword(page);
  await toPayment(page);
  await pay(page, "4000 0025 0000 3155");
  await page.getByRole("dialog").getByRole("button", { name: "Confirmer" }).click();
  await enrolled(page);

  const mail = await school.mailbox.receive("mia.neuve@exemple.test", /reinitialiser/);
  const link = /https?:\S+reinitialiser\S+/.exec(mail.text)?.[0] ?? "";
  const context = await page.context().browser()?.newContext({ locale: "fr-FR" });
  const mia = await context?.newPage();
  if (!context || !mia) throw new Error("no second browser");
  await mia.goto(link);
  await mia.getByLabel("Nouveau mot de passe", { exact: true }).fill(visitorPassword);
  await mia.getByLabel("Confirmation", { exact: true }).fill(visitorPassword);
  await mia.getByRole("button", { name: "Enregistrer le mot de passe" }).click();
  const login = mia.getByRole("dialog", { name: "Se connecter" });
  await login.getByLabel("Adresse e-mail").fill("mia.neuve@exemple.test");
  await login.getByLabel("Mot de passe", { exact: true }).fill(visitorPassword);
  await login.getByRole("button", { name: "Se connecter", exact: true }).click();
  await expect(login).toBeHidden();
  await mia.goto(`${school.url}/profile/subscriptions`);
  const card = mia.getByRole("article").filter({ hasText: course.name });
  for (const title of modules)
    await expect(card.getByRole("listitem").filter({ hasText: title })).toBeVisible();
  await context.close();
});
