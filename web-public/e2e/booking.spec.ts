// The main job in a real browser: a visitor finds a course, reserves it, pays and is enrolled.
import { bookableCourse, Caller, register, visitorPassword } from "./support/api.ts";
import { accessible, expect, test } from "./support/test.ts";
import {
  booker,
  choosePassword,
  chooseTwoItalianModules,
  enrolled,
  fillPerson,
  learner,
  pay,
  person,
  sees,
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

test("a visitor books for somebody whose account exists", async ({ page, school }) => {
  const course = await bookableCourse(school.url);
  const modules = await chooseTwoItalianModules(page, course.name);
  await fillPerson(booker(page), person("Jeanne", "jeanne.payeuse@exemple.test"));
  await page.getByRole("radio", { name: "Pour quelqu'un d'autre" }).click();
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
  await page.getByRole("radio", { name: "Pour quelqu'un d'autre" }).click();
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
