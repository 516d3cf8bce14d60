// The same booking without a mouse: Tab, arrows, Enter and Space alone.
import { bookableCourse, visitorPassword } from "./support/api.ts";
import { choose, focused, tabTo, type } from "./support/keyboard.ts";
import { expect, test } from "./support/test.ts";
import { enrolled, nextWeek, sees } from "./support/visitor.ts";

test("the whole booking by keyboard alone", async ({ page, school }) => {
  const course = await bookableCourse(school.url);
  await page.goto(`/courses?language=Italien&type=IN_PERSON`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await tabTo(page, new RegExp(`Découvrir plus : ${course.name}`));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(course.name);
  await tabTo(page, /^S’inscrire au cours$/);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Votre sélection" })).toBeVisible();
  await tabTo(page, /Le cours complet|Quelques modules/);
  if (/Le cours complet/.test(await focused(page))) await page.keyboard.press("ArrowDown");
  else await page.keyboard.press("Space");
  const titles = course.modules.slice(0, 2).map((module) => module.title);
  for (const title of titles) {
    await tabTo(page, new RegExp(title.slice(0, 8)));
    await page.keyboard.press("Space");
  }
  await type(page, /Date de démarrage/, nextWeek());
  await tabTo(page, /^Continuer$/);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Vos informations");

  await type(page, /^Prénom/, "Ada");
  await type(page, /^Nom/, "Clavier");
  await type(page, /^Adresse e-mail/, "ada.clavier@exemple.test");
  await choose(page, /^Indicatif/, "France");
  await type(page, /^Téléphone/, "639981204");
  await choose(page, /^Pays/, "France");
  await type(page, /^Date de naissance/, "14/03/1991");
  await type(page, /^Numéro et rue/, "8, cours Mirabeau");
  await type(page, /^Code postal/, "13100");
  await type(page, /^Ville/, "Aix-en-Provence");
  await tabTo(page, /Pour moi-même/);
  await page.keyboard.press("Space");
  await type(page, /^Mot de passe/, visitorPassword);
  await type(page, /^Confirmation/, visitorPassword);
  for (const box of [/j’accepte les conditions générales/, /Je demande que le cours commence/]) {
    await tabTo(page, box);
    await page.keyboard.press("Space");
  }
  await tabTo(page, /Continuer vers le paiement/);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Confirmation et paiement");
  await type(page, /^Titulaire/, "Ada Clavier");
  await type(page, /^Numéro de carte/, "4242424242424242");
  await type(page, /^Expiration/, "1130");
  await type(page, /^Cryptogramme/, "123");
  await tabTo(page, /^Payer .*€$/);
  await page.keyboard.press("Enter");
  await enrolled(page);
  await sees(page, course.name, titles);
  await school.mailbox.receive("ada.clavier@exemple.test", /réservation est confirmée/);
});
