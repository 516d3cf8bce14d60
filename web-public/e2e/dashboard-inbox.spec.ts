// The inbox: messages of the contact form, answered there or from one's own mail program.
import type { Page } from "@playwright/test";
import { Caller } from "./support/api.ts";
import { password, type School } from "./support/school.ts";
import { accessibleEverywhere } from "./support/sizes.ts";
import { openAsEditor } from "./support/staff.ts";
import { accessible, expect, test } from "./support/test.ts";
import { enter } from "./support/visitor.ts";

test.use({ expectedFailures: [/^412 POST \/api\/contact|ERR_FAILED/] });

const ZOE = "zoe@exemple.test";

async function write(school: School, subject: string): Promise<void> {
  await new Caller(school.url).ok("POST", "/contact", {
    name: "Zoé Blanc",
    email: ZOE,
    subject,
    message: "Puis-je commencer en janvier ?\nMerci",
    consent: true,
  });
}

const answer = (page: Page) => page.getByRole("button", { name: "Répondre", exact: true });
const text = (page: Page) => page.getByLabel("Votre réponse");
const send = (page: Page) => page.getByRole("button", { name: "Envoyer la réponse" });
const replies = (page: Page) => page.getByRole("list", { name: "Réponses envoyées" });

test("a message is answered in the dashboard: the mail arrives, the answer stays", async ({
  page,
  school,
}) => {
  await write(school, "Janvier");
  await openAsEditor(page, school, "accueil");
  await page.getByRole("link", { name: /1 message sans réponse/ }).click();
  await expect(page.getByRole("heading", { name: "Janvier" })).toBeVisible();
  await answer(page).click();
  await expect(text(page)).toBeFocused();
  await expect(page.getByText(/part vers zoe@exemple\.test.*5.000 caractères/)).toBeVisible();
  await send(page).click();
  await expect(page.getByText("Ce champ est requis")).toBeVisible();
  await text(page).fill("Bonjour Zoé,\n\nOui, le 11 janvier.");
  await accessible(page);
  await send(page).dblclick();
  await expect(page.getByText(`Votre réponse part vers ${ZOE}`)).toBeVisible();
  await expect(page.getByText("Aucun message.")).toBeVisible();

  const mail = await school.mailbox.receive(ZOE, /Oui, le 11 janvier/);
  expect(mail.text).not.toContain("Puis-je");
  await page.getByText("Traités", { exact: true }).click();
  await expect(replies(page).getByText("Oui, le 11 janvier.")).toBeVisible();
  await expect(replies(page)).not.toContainText("envoi en cours");
  await page.getByRole("button", { name: "Remettre à traiter" }).last().click();
  await expect(page.getByText("Aucun message.")).toBeVisible();
  expect(school.mailbox.to(ZOE)).toHaveLength(1);
});

test("what is typed outlives a failed call and a reload, and is not left unasked", async ({
  page,
  school,
}) => {
  await write(school, "Janvier");
  await openAsEditor(page, school, "messages");
  await answer(page).click();
  await text(page).fill("Oui, le 11 janvier.");
  await page.route("**/contact/*/replies", (route) => route.abort());
  await send(page).click();
  await expect(page.getByText("La réponse n’est pas partie.")).toBeVisible();
  await expect(text(page)).toHaveValue("Oui, le 11 janvier.");
  await page.unroute("**/contact/*/replies");

  page.once("dialog", (dialog) => dialog.accept());
  await page.reload();
  await expect(text(page)).toHaveValue("Oui, le 11 janvier.");
  await page.getByText("Traités", { exact: true }).click();
  await expect(page).toHaveURL(/state=handled/);
  await expect(text(page)).toHaveValue("Oui, le 11 janvier.");
  await page.getByRole("link", { name: "Référentiels" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Rester ici" }).click();
  await send(page).click();
  await school.mailbox.receive(ZOE, /Oui, le 11 janvier/);

  await answer(page).click();
  await text(page).fill("Et bonne année.");
  await page.getByRole("button", { name: "Annuler" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Effacer la réponse" }).click();
  await expect(text(page)).toBeHidden();
  await page.reload();
  await expect(answer(page)).toBeVisible();
});

test("of two who answer at once the later one reads the other’s answer first", async ({
  page,
  school,
}) => {
  await write(school, "Janvier");
  await openAsEditor(page, school, "messages");
  await answer(page).click();
  await text(page).fill("Moi aussi : oui.");
  const other = await new Caller(school.url).signIn("admin@preau.test", password);
  const [message] = await other.ok("GET", "/contact");
  await other.ok("POST", `/contact/${message.id}/replies`, { text: "Oui, le 11 janvier." });
  await send(page).click();
  await expect(page.getByText("Une autre réponse est partie entre-temps.")).toBeVisible();
  await expect(replies(page)).toContainText("Oui, le 11 janvier.");
  await expect(text(page)).toHaveValue("Moi aussi : oui.");
  await school.mailbox.receive(ZOE, /Oui, le 11 janvier/);
  expect(school.mailbox.to(ZOE)).toHaveLength(1);
  await send(page).click();
  await school.mailbox.receive(ZOE, /Moi aussi/);
});

test("an answer that cannot be delivered is shown, and sent again by an administrator", async ({
  page,
  school,
}) => {
  school.mailbox.unknown.add(ZOE);
  await write(school, "Janvier");
  await openAsEditor(page, school, "messages?state=all");
  await answer(page).click();
  await text(page).fill("Oui, le 11 janvier.");
  await send(page).click();
  await expect(page.getByText(/Cette réponse n’est pas partie.*nobody/)).toBeVisible();
  await expect(page.getByText("À traiter", { exact: true }).last()).toBeVisible();
  await expect(page.getByRole("button", { name: /^Renvoyer/ })).toHaveCount(0);
  await accessibleEverywhere(page, "/dashboard/messages", async () => {
    await expect(page.getByRole("heading", { name: "Janvier" })).toBeVisible();
  });

  school.mailbox.unknown.clear();
  const desk = await page.context().newPage();
  await enter(desk, await new Caller(school.url).signIn("admin@preau.test", password));
  await desk.goto("/dashboard/messages?state=all");
  await desk.evaluate(() => localStorage.setItem("lang", "fr"));
  await desk.reload();
  await desk.getByRole("button", { name: `Renvoyer à ${ZOE}` }).click();
  await school.mailbox.receive(ZOE, /Oui, le 11 janvier/);
  await expect(desk.getByText("Cette réponse n’est pas partie.")).toBeHidden();
});

test("a message is answered from the reader’s mail program, then handled", async ({
  page,
  school,
}) => {
  await write(school, "Janvier");
  await openAsEditor(page, school, "messages");
  await expect(page.getByRole("link", { name: "Répondre depuis ma messagerie" })).toHaveAttribute(
    "href",
    /^mailto:zoe%40exemple\.test\?subject=Re%3A%20Janvier&body=.*%3E%20Merci/,
  );
  await page.getByRole("button", { name: "Marquer comme traité" }).click();
  await expect(page.getByText("Aucun message.")).toBeVisible();
  await page.getByText("Traités", { exact: true }).click();
  await expect(page).toHaveURL(/state=handled/);
  await expect(page.getByRole("button", { name: "Remettre à traiter" })).toBeVisible();
});
