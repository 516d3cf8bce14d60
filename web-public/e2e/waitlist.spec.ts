// A full course: waiting for a seat with and without an account, and the seat that comes free.
import type { Page } from "@playwright/test";
import { Caller, visitorPassword } from "./support/api.ts";
import { password } from "./support/school.ts";
import { accessible, expect, test } from "./support/test.ts";
import {
  agree,
  booker,
  choosePassword,
  enrolled,
  enter,
  fillPerson,
  pay,
  person,
} from "./support/visitor.ts";
import { freeSeat, fullCourse, linkOf, waitFor } from "./support/waitlist.ts";

const email = "nadege.aubert@exemple.test";
const heading = (page: Page) => page.getByRole("heading", { level: 1 });

test("on a phone a visitor waits for a full course, accepts the seat that comes free and pays it", async ({
  page,
  school,
}) => {
  const course = await fullCourse(school.url);
  await waitFor(school, course, "avant@exemple.test");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/cours/${course.slug}`);
  await expect(
    page.getByRole("heading", { name: "Comment marche la liste d’attente ?" }),
  ).toBeVisible();
  await page.getByRole("link", { name: "Liste d’attente" }).click();
  const panel = page.getByRole("complementary", { name: "Liste d’attente" });
  await expect(panel.getByText("1 personne attend")).toBeVisible();
  await expect(panel.getByText("Vous serez la 2e personne.")).toBeVisible();
  await accessible(page);

  await panel.getByRole("button", { name: "Rejoindre la liste" }).click();
  await expect(panel.getByLabel("Prénom")).toBeFocused();
  await panel.getByLabel("Prénom").fill("Nadège");
  await panel.getByLabel("Adresse e-mail").fill(email);
  await panel.getByRole("button", { name: "Rejoindre la liste" }).click();
  await expect(
    panel.getByRole("heading", { name: "Ouvrez l’e-mail que nous venons d’envoyer" }),
  ).toBeFocused();
  await accessible(page);

  await page.goto(await linkOf(school, email, /^Confirmez/));
  await expect(heading(page)).toHaveText("Vous êtes la 2e personne de la liste");
  await accessible(page);

  // The first in line takes the first seat.
  await freeSeat(school.url, course);
  await freeSeat(school.url, course);
  const offer = await linkOf(school, email, /^Une place/);
  await page.goto("about:blank");
  await page.goto(offer);
  await expect(heading(page)).toHaveText("Une place s’est libérée, Nadège.");
  await expect(page.getByText(/^Jusqu’à /)).toBeVisible();
  await expect(page.getByRole("timer")).toHaveText(/^Il reste \d+\sh\s\d\d\.$/);
  await accessible(page);

  await page.getByRole("button", { name: "Accepter et réserver" }).click();
  await expect(heading(page)).toHaveText("Vos informations");
  await expect(page.getByRole("timer")).toHaveText(/Place gardée encore 1[45]:\d\d/);
  await expect(booker(page).getByLabel("Prénom", { exact: true })).toHaveValue("Nadège");
  await expect(booker(page).getByLabel("Adresse e-mail")).toHaveValue(email);
  // The way back and on again.
  await page.getByRole("link", { name: "Revenir à la place proposée" }).click();
  await expect(heading(page)).toHaveText("Vous avez accepté cette place");
  await accessible(page);
  await page.getByRole("link", { name: "Continuer la réservation" }).click();
  await expect(heading(page)).toHaveText("Vos informations");
  await fillPerson(booker(page), { ...person("Nadège", email), lastName: "Aubert" });
  await choosePassword(page);
  await agree(page);
  await accessible(page);
  await page.getByRole("button", { name: "Continuer vers le paiement" }).click();
  await expect(heading(page)).toHaveText("Confirmation et paiement");
  await pay(page, "4242 4242 4242 4242");
  await enrolled(page);
  await accessible(page);
  const buyer = await new Caller(school.url).signIn(email, visitorPassword);
  const [bought] = await buyer.ok("GET", "/reservations/me");
  expect([bought.courseId, bought.status]).toEqual([course.id, "CONFIRMED"]);
  expect(school.run("doctor")).toBeTruthy();
});

test("signed in one waits without a mail, sees the offer everywhere and lets it pass by keyboard", async ({
  page,
  school,
}) => {
  const course = await fullCourse(school.url);
  const student = await new Caller(school.url).signIn("student@preau.test", password);
  await enter(page, student);
  await page.goto(`/cours/${course.slug}`);
  const panel = page.getByRole("complementary", { name: "Liste d’attente" });
  await expect(panel.getByText("Personne n’attend encore")).toBeVisible();
  await expect(panel.getByLabel("Prénom")).toHaveCount(0);
  await panel.getByRole("button", { name: "Rejoindre la liste" }).press("Enter");
  await expect(
    panel.getByRole("heading", { name: "Vous êtes la 1re personne de la liste" }),
  ).toBeFocused();
  await accessible(page);

  await freeSeat(school.url, course);
  await page.goto("/profile?tab=purchases");
  const lists = page.getByRole("region", { name: "Mes listes d’attente" });
  await expect(lists.getByText("Place proposée")).toBeVisible();
  await accessible(page);
  await page.goto("/profile/subscriptions");
  await accessible(page);
  await page.getByRole("link", { name: `Répondre : ${course.name}` }).press("Enter");
  await expect(heading(page)).toHaveText(/^Une place s’est libérée, .+\.$/);
  await accessible(page);

  await page.getByRole("button", { name: "Laisser passer" }).press("Enter");
  const question = page.getByRole("dialog", { name: "Laisser passer cette place ?" });
  await expect(question.getByRole("button", { name: "Annuler" })).toBeFocused();
  await accessible(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Laisser passer" })).toBeFocused();
  await page.keyboard.press("Enter");
  await question.getByRole("button", { name: "Oui, laisser passer" }).press("Enter");
  await expect(heading(page)).toHaveText("C’est noté, vous laissez passer");
  await expect(heading(page)).toBeFocused();
  await accessible(page);
  await page.goto("/profile?tab=purchases");
  await expect(page.getByRole("tab", { name: "Mes achats" })).toBeVisible();
  await expect(lists).toHaveCount(0);
});
