// The pages a school owes its visitors, and what a booking asks to be agreed to.
import { bookableCourse, Caller } from "./support/api.ts";
import { password } from "./support/school.ts";
import { accessibleEverywhere } from "./support/sizes.ts";
import { accessible, answered, expect, test } from "./support/test.ts";
import {
  agree,
  booker,
  choosePassword,
  chooseTwoItalianModules,
  fillPerson,
  learner,
  person,
} from "./support/visitor.ts";

test.use({ expectedFailures: [/^409 POST \/api\/checkout/] });

test("the foot of every page leads to the legal pages, server-rendered with their version", async ({
  page,
}) => {
  await page.goto("/");
  const foot = page.getByRole("contentinfo");
  await expect(foot.getByText("12, rue des Platanes")).toBeVisible();
  await expect(foot.getByRole("link", { name: "04 65 71 00 12" })).toHaveAttribute(
    "href",
    "tel:+33465710012",
  );
  await foot.getByRole("link", { name: "CGV" }).click();
  await expect(page).toHaveURL(/\/cgv$/);
  await expect(page).toHaveTitle("Conditions générales de vente · Préau");
  await expect(page.getByRole("heading", { name: "6. Droit de rétractation" })).toBeVisible();
  await expect(page.getByText(/^Version 1, en vigueur depuis le /)).toBeVisible();
  for (const path of ["/cgv", "/mentions-legales", "/confidentialite"]) {
    await answered(page.request, path).toContain("Texte d’exemple");
  }
});

test("machines find nothing to object to in any language", async ({ page }) => {
  for (const path of ["/cgv", "/mentions-legales"]) {
    await accessibleEverywhere(page, path, async () => {
      await page
        .getByRole("heading", { name: /Préau|Objet|Hébergement/ })
        .first()
        .waitFor();
    });
  }
});

test("nothing is ticked beforehand, and without those that must be, nothing is sent", async ({
  page,
  school,
}) => {
  const course = await bookableCourse(school.url);
  await chooseTwoItalianModules(page, course.name);
  await fillPerson(booker(page), person("Jeanne", "jeanne.accords@exemple.test"));
  await page.getByRole("radio", { name: "Pour quelqu’un d’autre" }).click();
  const child = person("Mia", "mia.enfant@exemple.test");
  const year = new Date().getFullYear() - 10;
  await fillPerson(learner(page), { ...child, birthDate: `14/03/${year}` });
  await choosePassword(page);
  const boxes = page.getByRole("region", { name: "Avant de réserver" });
  const terms = boxes.getByRole("checkbox", { name: /conditions générales de vente/ });
  const start = boxes.getByRole("checkbox", { name: /avant la fin du délai de rétractation/ });
  const parent = boxes.getByRole("checkbox", { name: /représentant légal/ });
  const data = boxes.getByRole("checkbox", { name: /traitement de ses données/ });
  for (const box of [terms, start, parent, data]) await expect(box).not.toBeChecked();
  await expect(boxes.getByRole("link", { name: /conditions générales/ })).toHaveAttribute(
    "target",
    "_blank",
  );
  const send = page.getByRole("button", { name: "Continuer vers le paiement" });
  await send.click();
  await expect(page).toHaveURL(/\/reservation\/details$/);
  await terms.check();
  await terms.uncheck();
  await expect(boxes.getByText("Veuillez accepter les conditions générales")).toBeVisible();
  await accessible(page);
  await page.setViewportSize({ width: 320, height: 700 });
  const lost = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(lost).toBe(0);
  await page.setViewportSize({ width: 1280, height: 900 });
  await agree(page);

  // The terms change between reading and sending.
  const admin = await new Caller(school.url).signIn("admin@preau.test", password);
  const html = `<h2>1. Objet</h2><p>Nouvelles conditions de ${school.url}.</p>`;
  await admin.ok("PUT", "/pages/cgv", { html });
  await send.click();
  await expect(boxes.getByText(/conditions générales de vente viennent de changer/)).toBeVisible();
  await expect(terms).not.toBeChecked();
  await expect(start).toBeChecked();
  await terms.check();
  await send.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Confirmation et paiement");
  await expect(page.getByRole("button", { name: /^Payer \d+,\d\d\s€$/ })).toBeVisible();
  const [newest] = await admin.ok("GET", "/pages/cgv/versions");
  expect(newest.accepted).toBe(1);
});
