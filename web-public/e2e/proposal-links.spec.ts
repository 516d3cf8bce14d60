// Links of mails about a course that does not start as planned: unknown, answered, too late or closed; answers that cannot
// be sent; and the question in every language.
import type { Page } from "@playwright/test";
import {
  answer,
  asAdmin,
  buy,
  decide,
  letPass,
  newDates,
  proposalLink,
  smallCourse,
} from "./support/decisions.ts";
import { accessibleEverywhere, fits } from "./support/sizes.ts";
import { accessible, expect, test } from "./support/test.ts";

const JEANNE = ["Jeanne", "Morel"] as const;
const REFUSE = "Refuser et être remboursé(e)";

const heading = (page: Page) => page.getByRole("heading", { level: 1 });

test.describe("a link", () => {
  test.use({
    // A course that is cancelled is not public.
    expectedFailures: [
      /^404 POST .*\/open$|^410 POST .*\/accept$|^404 GET \/api\/courses\/\d+\/details$/,
    ],
  });

  test("that is unknown, answered, too late or closed says so", async ({ page, school }) => {
    const admin = await asAdmin(school.url);
    const course = await smallCourse(admin);
    const [anna, bruno, carla] = [
      await buy(school.url, course, ["Anna", "Conti"]),
      await buy(school.url, course, ["Bruno", "Sala"]),
      await smallCourse(admin, "Pesto e basilico"),
    ];
    for (const path of ["/proposition", "/proposition#un-jeton", "/proposition?token=un-jeton"]) {
      await page.goto("about:blank");
      await page.goto(path);
      await expect(heading(page)).toHaveText("Ce lien n’est plus valable");
      await expect(page.getByRole("link", { name: "Contacter l’école" })).toBeVisible();
      await expect(page).not.toHaveURL(/\?token/);
      await accessible(page);
    }

    await decide(admin, course, newDates);
    // Answered in another window, while this one still asks.
    await page.goto(await proposalLink(school, anna.email));
    await expect(page.getByRole("button", { name: REFUSE })).toBeVisible();
    await answer(anna, "refuse");
    await page.getByRole("button", { name: "Accepter les nouvelles dates" }).click();
    await expect(heading(page)).toHaveText("C’est noté, vous avez refusé");
    await accessible(page);

    const late = await proposalLink(school, bruno.email);
    await page.goto("about:blank");
    await page.goto(late);
    await expect(page.getByRole("button", { name: REFUSE })).toBeVisible();
    letPass(school);
    await school.mailbox.receive(bruno.email, /^L’inscription a pris fin/, 45_000);
    await page.getByRole("button", { name: "Accepter les nouvelles dates" }).click();
    await expect(heading(page)).toHaveText("Le délai pour répondre est passé");
    await expect(page.getByText("Nous vous rendons 90,00 €.")).toBeVisible();
    await expect(page.getByRole("button", { name: REFUSE })).toHaveCount(0);
    await accessible(page);

    const clara = await buy(school.url, carla, ["Clara", "Neri"]);
    await decide(admin, carla, newDates);
    const closed = await proposalLink(school, clara.email);
    await decide(admin, carla, { choice: "CANCEL", reason: "La professeure est souffrante." });
    await page.goto("about:blank");
    await page.goto(closed);
    await expect(heading(page)).toHaveText("Cette proposition n’est plus valable");
    await expect(page.getByRole("main").getByRole("button")).toHaveCount(0);
    await accessible(page);
    expect(school.run("doctor")).toContain("Everything is in order");
  });
});

test.describe("without a network", () => {
  test.use({ expectedFailures: [/ERR_CONNECTION_REFUSED/] });

  test("an answer is kept and sent again", async ({ page, school }) => {
    const admin = await asAdmin(school.url);
    const course = await smallCourse(admin);
    const jeanne = await buy(school.url, course, JEANNE);
    await decide(admin, course, newDates);
    await page.goto(await proposalLink(school, jeanne.email));
    let broken = true;
    await page.route("**/api/proposals/*/accept", (route) =>
      broken ? route.abort("connectionrefused") : route.fallback(),
    );
    await page.getByRole("button", { name: "Accepter les nouvelles dates" }).click();
    await expect(page.getByText("Votre accord n’a pas pu être envoyé.")).toBeVisible();
    await accessible(page);
    broken = false;
    await page.getByRole("button", { name: "Réessayer" }).click();
    await expect(heading(page)).toHaveText("C’est noté, vous avez accepté");
  });
});

test("the question is for everyone in four languages", async ({ page, school }) => {
  const admin = await asAdmin(school.url);
  const course = await smallCourse(admin);
  const jeanne = await buy(school.url, course, JEANNE);
  await decide(admin, course, newDates);
  const link = await proposalLink(school, jeanne.email);
  const refuse = /^(Refuser et être|Refuse and be|Rifiuta|拒绝)/;
  await accessibleEverywhere(page, link, async () => {
    await expect(page.getByRole("button", { name: refuse })).toBeVisible();
    await fits(page);
  });
});
