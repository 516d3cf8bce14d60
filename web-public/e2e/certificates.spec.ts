// Certificates: the learner keeps theirs as PDF, and anybody sees whether one is authentic, without a network too.
import type { Page } from "@playwright/test";
import { Caller } from "./support/api.ts";
import { addressOf, forgedOf, ownCertificate } from "./support/certificates.ts";
import { kept } from "./support/files.ts";
import { demoStudent } from "./support/learner.ts";
import { lostText } from "./support/lost.ts";
import { password, type School } from "./support/school.ts";
import { accessibleEverywhere } from "./support/sizes.ts";
import { accessible, expect, test } from "./support/test.ts";
import { enter } from "./support/visitor.ts";

const field = (page: Page) => page.getByLabel("Code ou adresse de vérification");
const check = (page: Page) => page.getByRole("button", { name: "Vérifier", exact: true });
const verdict = (page: Page, name: string) => page.getByRole("heading", { level: 2, name });

/** The page has come to rest and fetched what it may need later. */
async function atRest(page: Page) {
  const fetched = () => performance.getEntriesByType("resource").map(({ name }) => name);
  await expect
    .poll(async () => (await page.evaluate(fetched)).join())
    .toMatch(/Messages-[^,]+\.css/);
  await page.waitForLoadState("networkidle");
}

async function revoke(school: School, id: number): Promise<Caller> {
  const admin = await new Caller(school.url).signIn("admin@preau.test", password);
  await admin.ok("POST", `/certificates/${id}/revoke`, { reason: "Délivrée par erreur" });
  return admin;
}

test("a student keeps the certificate of a completed course, from the list and from the course", async ({
  page,
  school,
}) => {
  const student = await demoStudent(school.url);
  const { number, courseName, verifyUrl } = await ownCertificate(student);
  await enter(page, student);
  await page.goto("/profile/subscriptions?tab=completed");
  const card = page.getByRole("article").filter({ hasText: courseName });
  const file = await kept(page, /^Télécharger mon attestation \(PDF\)/);
  expect(file.name).toBe(`${number}.pdf`);
  expect(file.begins).toBe("%PDF-");
  await expect(card.getByRole("link", { name: /^Adresse de vérification/ })).toHaveAttribute(
    "href",
    verifyUrl,
  );
  await accessible(page);
  await card.getByRole("link", { name: /^Voir le cours/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(courseName);
  expect((await kept(page, /^Télécharger mon attestation \(PDF\)/)).begins).toBe("%PDF-");
  await accessible(page);
});

test("a student reads that the school has revoked a certificate", async ({ page, school }) => {
  const student = await demoStudent(school.url);
  const { id } = await ownCertificate(student);
  await revoke(school, id);
  await enter(page, student);
  await page.goto("/profile/subscriptions?tab=completed");
  await expect(page.getByText(/^Votre attestation a été révoquée le/)).toBeVisible();
  await expect(page.getByRole("button", { name: /^Télécharger/ })).toHaveCount(0);
  await accessible(page);
});

test("a scanned code is checked at once, and no address but the page’s own bears it", async ({
  page,
  school,
}) => {
  const certificate = await ownCertificate(await demoStudent(school.url));
  const addresses: string[] = [];
  page.on("request", (request) => addresses.push(request.url()));
  await page.goto(addressOf(certificate));
  await expect(verdict(page, "Attestation authentique")).toBeFocused();
  const card = page.getByRole("article");
  await expect(card).toContainText(certificate.learnerName);
  await expect(card).toContainText(certificate.courseName);
  await expect(card).toContainText(certificate.number);
  await expect(page).toHaveTitle(/^Vérifier une attestation/);
  await accessible(page);
  const sent = addresses.map((address) => address.split("#")[0] ?? "");
  expect(sent.filter((address) => address.includes("PREAU"))).toEqual([]);
});

test("a code is pasted by keyboard, broken into lines or as an address, and can be handed on", async ({
  page,
  school,
}) => {
  const certificate = await ownCertificate(await demoStudent(school.url));
  await page.goto("/verifier");
  await field(page).focus();
  await page.keyboard.insertText(`\n${certificate.verifyUrl.replace(/(.{60})/g, "$1\n ")}`);
  await page.keyboard.press("Tab");
  await expect(check(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(verdict(page, "Attestation authentique")).toBeFocused();
  expect(page.url()).toBe(certificate.verifyUrl);
  await page.reload();
  await expect(verdict(page, "Attestation authentique")).toBeVisible();
});

test.describe("what is not in order", () => {
  test.use({ expectedFailures: [/^(404|410|422) POST \/api\/certificates\/verify/] });

  test("a forged code, an unreadable one, one the school does not know, a revoked one", async ({
    page,
    school,
  }) => {
    const certificate = await ownCertificate(await demoStudent(school.url));
    await page.goto("/verifier");
    await check(page).click();
    await expect(field(page)).toBeFocused();
    await expect(page.getByText(/^Collez le code de l’attestation/)).toBeVisible();
    await field(page).fill(forgedOf(certificate));
    await check(page).click();
    await expect(verdict(page, "Attestation fausse ou modifiée")).toBeFocused();
    await expect(page.getByText(certificate.learnerName)).toHaveCount(0);
    await accessible(page);

    await field(page).fill(certificate.verifyUrl.slice(0, -20));
    await check(page).click();
    await expect(verdict(page, "Code illisible")).toBeFocused();
    await expect(field(page)).toHaveAttribute("aria-invalid", "true");
    await accessible(page);

    const admin = await revoke(school, certificate.id);
    await field(page).fill(certificate.verifyUrl);
    await check(page).click();
    await expect(verdict(page, "Attestation révoquée")).toBeFocused();
    await expect(page.getByText(/^L’école l’a révoquée le/)).toBeVisible();
    await accessible(page);
    await page.getByRole("link", { name: "Écrivez à l’école" }).click();
    await expect(page).toHaveURL(/\/contacts$/);

    await admin.ok("POST", `/certificates/${certificate.id}/reinstate`);
    school.sql(`UPDATE certificates SET number = 'ATT-2020-00000000' WHERE id = ${certificate.id}`);
    await page.goto(addressOf(certificate));
    await expect(verdict(page, "Attestation inconnue")).toBeVisible();
    await accessible(page);
  });
});

test.describe("without a network", () => {
  test.use({ expectedFailures: [/^net::ERR_INTERNET_DISCONNECTED/] });

  test("the signature is checked in the browser, and the rest when the network is back", async ({
    page,
    school,
    context,
  }) => {
    const certificate = await ownCertificate(await demoStudent(school.url));
    await page.goto("/verifier");
    await atRest(page);
    await context.setOffline(true);
    await field(page).fill(forgedOf(certificate));
    await check(page).click();
    await expect(verdict(page, "Attestation fausse ou modifiée")).toBeFocused();
    await field(page).fill(certificate.verifyUrl);
    await check(page).click();
    await expect(verdict(page, "Signature authentique")).toBeFocused();
    await expect(page.getByText(/révocation n’a donc pas pu être vérifiée/)).toBeVisible();
    await expect(page.getByRole("article")).toContainText(certificate.learnerName);
    await accessible(page);
    await context.setOffline(false);
    await page.getByRole("button", { name: "Réessayer" }).click();
    await expect(verdict(page, "Attestation authentique")).toBeFocused();
  });

  test("a browser without Ed25519 says that it needs the network", async ({
    page,
    school,
    context,
  }) => {
    await page.addInitScript(() => {
      crypto.subtle.importKey = () => Promise.reject(new DOMException("", "NotSupportedError"));
    });
    const certificate = await ownCertificate(await demoStudent(school.url));
    await page.goto("/verifier");
    await atRest(page);
    await context.setOffline(true);
    await field(page).fill(certificate.verifyUrl);
    await check(page).click();
    await expect(verdict(page, "École injoignable")).toBeFocused();
    await accessible(page);
    await context.setOffline(false);
    await page.getByRole("button", { name: "Réessayer" }).click();
    await expect(verdict(page, "Attestation authentique")).toBeFocused();
  });
});

test("on paper stands the verdict alone", async ({ page, school }) => {
  await page.goto(addressOf(await ownCertificate(await demoStudent(school.url))));
  await expect(verdict(page, "Attestation authentique")).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("article")).toBeVisible();
  await expect(field(page)).toBeHidden();
  await expect(page.getByRole("contentinfo")).toBeHidden();
  await expect(page.getByRole("banner").first()).toBeHidden();
});

test("the page is for everyone, also on a narrow screen", async ({ page, school }) => {
  const path = addressOf(await ownCertificate(await demoStudent(school.url)));
  await accessibleEverywhere(page, path, async (page) => {
    await expect(page.getByRole("article").getByRole("definition").first()).toBeVisible();
    expect(await lostText(page)).toEqual([]);
  });
});
