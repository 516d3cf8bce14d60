// The level tests as an editor writes them: questions one by one, several together, as a file and back.
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { Caller } from "./support/api.ts";
import { password } from "./support/school.ts";
import { accessibleEverywhere } from "./support/sizes.ts";
import { act } from "./support/staff.ts";
import { accessible, expect, test } from "./support/test.ts";
import { enter } from "./support/visitor.ts";

const EDITOR = "editor@preau.test";

test.use({ expectedFailures: [/^(404|409|412|422) (POST|PUT|DELETE) \/api\/tests/] });

async function open(page: Page, url: string, query = "?language=ITALIAN"): Promise<Caller> {
  const editor = await new Caller(url).signIn(EDITOR, password);
  await enter(page, editor);
  await page.goto(`/dashboard/test-creator${query}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Test de niveau");
  return editor;
}

const row = (page: Page, text: string | RegExp) => page.getByRole("row").filter({ hasText: text });
const question = (page: Page, number: number) =>
  page.getByRole("group", { name: `Question ${number}`, exact: true });

test("a question is translated from itself; one whose gaps differ leads to where", async ({
  page,
  school,
}) => {
  const editor = await open(page, school.url, "?language=it");
  const asked: { id: number; question: string; translations: { lang: string }[] }[] =
    await editor.ok("GET", "/tests/it");
  const cloze = asked.find((one) => one.question.startsWith("Complétez la phrase"));
  await page.goto(`/dashboard/test-creator?language=it&tab=${cloze?.id}`);
  const tab = (name: RegExp) => page.getByRole("tab", { name });
  const text = page.getByLabel("Question", { exact: true });
  await tab(/^English/).click();
  await page.getByRole("button", { name: "Supprimer cette traduction" }).click();
  await page.getByRole("button", { name: "Traduire" }).click();
  await expect(text).toHaveValue(cloze?.question ?? "");
  await text.fill("Fill the gap: Ieri sera andati al cinema.");
  await tab(/^Français/).click();
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await expect(
    page.getByText("Gardez les mêmes trous que dans la question.").first(),
  ).toBeVisible();
  await expect(text).toBeFocused();
  await accessible(page);
  await text.fill("Fill the gap: Ieri sera {{1}} andati al cinema.");
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await expect(page.getByText("La question a été mise à jour.")).toBeVisible();
  await page.goto("/test?language=ITALIAN&form=fixed&lang=en");
  await expect(page.getByText("Fill the gap:")).toBeVisible();
});

test("without a language there is a choice, then its questions by level", async ({
  page,
  school,
}) => {
  await open(page, school.url, "");
  await expect(page.getByText("Choisissez la langue du test.")).toBeVisible();
  await page.getByRole("navigation", { name: "Langue du test" }).getByText("Italien").click();
  await expect(page).toHaveURL(/language=it$/);
  await expect(page.getByRole("heading", { level: 2, name: "A1" })).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "A1" })).toContainText(/\d questions/);
  await accessible(page);
  await page.getByRole("searchbox").fill("zzz");
  await expect(page.getByText("Aucune question ne correspond à la recherche.")).toBeVisible();
  await page.goBack();
});

test("several questions are saved together or not at all, and the public is asked them", async ({
  page,
  school,
}) => {
  await open(page, school.url, "?language=it");
  await page.getByRole("link", { name: "Ajouter des questions" }).click();
  await page.getByRole("button", { name: "Ajouter une autre question" }).click();
  await question(page, 1).getByLabel("Question", { exact: true }).fill("Io ___ stanco.");
  await question(page, 1).getByLabel("Réponse 1", { exact: true }).fill("sono");
  await question(page, 1).getByLabel("Réponse 2", { exact: true }).fill("ho");
  await page.getByRole("button", { name: "Enregistrer les 2 questions" }).click();
  await expect(page.getByText("Échec de l’enregistrement des questions.")).toBeVisible();
  await expect(question(page, 2).getByText("Ce champ est requis").first()).toBeVisible();
  await expect(question(page, 1).getByLabel("Question", { exact: true })).toHaveValue(
    "Io ___ stanco.",
  );
  await accessible(page);
  expect(JSON.stringify(await new Caller(school.url).ok("GET", "/tests/it"))).not.toContain(
    "Io ___ stanco.",
  );

  await page
    .getByRole("link", { name: "Commentaires" })
    .or(page.getByText("Messages"))
    .first()
    .click();
  await page.getByRole("button", { name: "Rester ici" }).click();
  await question(page, 1).getByLabel("La réponse 1 est la bonne").check();
  const inShortTest = question(page, 1).getByRole("switch", { name: /^Dans le test court/ });
  await expect(inShortTest).not.toBeChecked();
  await inShortTest.press("Space");
  await expect(inShortTest).toBeChecked();
  await page.getByRole("button", { name: "Retirer la question 2" }).click();
  await page.getByRole("button", { name: "Enregistrer la question" }).dblclick();
  await expect(page.getByText("Les questions ont été enregistrées avec succès.")).toBeVisible();
  await expect(row(page, "Io ___ stanco.")).toHaveCount(1);
  await expect(row(page, "Io ___ stanco.")).toContainText("Test court");
  const asked = await new Caller(school.url).ok("GET", "/tests/it");
  expect(
    asked.filter((one: { question: string }) => one.question === "Io ___ stanco."),
  ).toHaveLength(1);
  await page.goto("/test?language=ITALIAN&form=fixed");
  await expect(page.getByText("Io ___ stanco.", { exact: true })).toBeVisible();
});

test("an answer is tried out beside each type of question", async ({ page, school }) => {
  await open(page, school.url, "?language=it&tab=add");
  const form = question(page, 1);
  const preview = form.getByRole("region", { name: "Ce que verra l’élève" });
  const type = async (name: string) => {
    await form.getByRole("combobox", { name: "Type de question" }).click();
    await page.getByRole("option", { name }).click();
  };
  await type("Réponse écrite");
  await form.getByLabel("Question", { exact: true }).fill("Traduisez : un café.");
  await form.getByLabel("Réponses acceptées").fill("un caffè\nil caffè");
  for (const [given, verdict] of [
    ["Il caffè.", "Juste"],
    ["un caffe", "Presque"],
    ["un tè", "Faux"],
  ] as const) {
    await preview.getByRole("textbox").fill(given);
    await expect(preview.getByText(new RegExp(`^${verdict}`))).toBeVisible();
  }
  await type("Texte à trous");
  await form.getByLabel("Question", { exact: true }).fill("Noi {{1}} al {{2}}.");
  await form.getByLabel("Trou 1", { exact: true }).fill("siamo|andiamo");
  await form.getByLabel("Trou 2", { exact: true }).fill("mare");
  await preview.getByLabel("Trou 1 sur 2").fill("andiamo");
  await preview.getByLabel("Trou 2 sur 2").fill("MARE");
  await expect(preview.getByText(/^Juste/)).toBeVisible();
  await type("Vrai ou faux");
  await form.getByRole("group").or(form).getByRole("radio", { name: "Faux" }).first().check();
  await preview.getByRole("radio", { name: "Vrai" }).click();
  await expect(preview.locator("[data-outcome=wrong]").first()).toBeVisible();
  await type("Compréhension orale");
  await form.getByText("Par écrit").click();
  await form.getByLabel("Adresse de l’enregistrement").fill("/assets/audio/it-riunione.mp3");
  await form.getByLabel("Réponses acceptées").fill("le sette");
  await preview.getByRole("textbox").fill("le sette");
  await expect(preview.getByText(/^Juste/)).toBeVisible();
  await accessible(page);
});

test("a question is changed and deleted; two changes of it meet field by field", async ({
  page,
  school,
}) => {
  const editor = await open(page, school.url, "?language=it");
  const made = await editor.ok("POST", "/tests/create", {
    language: "it",
    typeCode: "TEXT",
    question: "Une question d’essai",
    correctAnswer: "sì",
    level: "C2",
  });
  await page.reload();
  await row(page, "Une question d’essai")
    .getByRole("link", { name: /^Modifier/ })
    .click();
  await expect(page).toHaveURL(new RegExp(`tab=${made.id}$`));
  await page.getByLabel("Question", { exact: true }).fill("La mienne");
  await editor.ok("PUT", `/tests/${made.id}/update`, { question: "La leur" });
  await page.getByRole("button", { name: "Enregistrer" }).click();
  const choice = page.getByRole("dialog");
  await expect(choice).toContainText("La leur");
  await accessible(page);
  await choice.getByRole("radio").first().click();
  await choice.getByRole("button").last().click();
  await expect(page.getByLabel("Question", { exact: true })).toHaveValue("La mienne");
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await expect(page.getByText("La question a été mise à jour.")).toBeVisible();
  await act(row(page, "La mienne"), /^Supprimer/);
  await accessible(page);
  await page.getByRole("dialog").getByRole("button", { name: "Supprimer" }).click();
  await expect(page.getByText("La question a été supprimée.")).toBeVisible();
  await expect(row(page, "La mienne")).toHaveCount(0);
});

test("a file is exported, edited, tried and imported; one with errors imports nothing", async ({
  page,
  school,
}) => {
  const editor = await open(page, school.url, "?language=it");
  const [before] = await editor.ok("GET", "/tests/it");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Exporter" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe("test-it.csv");
  const text = await readFile(await file.path(), "utf8");
  const lines = text.trimEnd().split("\n");
  expect(lines[0]).toBe(
    "\uFEFFid;language;level;typeCode;question;options;correctAnswer;mediaUrl;transcript;inFixedTest;orderIndex",
  );

  const choose = async (content: string) => {
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Choisir un fichier" }).click();
    const buffer = Buffer.from(content, "utf8");
    await (await chooser).setFiles({ name: "questions.csv", mimeType: "text/csv", buffer });
  };
  await page.getByRole("button", { name: "Importer" }).click();
  const dialog = page.getByRole("dialog", { name: "Importer des questions" });
  await choose("question;reponse\na;b\n");
  await expect(dialog.getByRole("alert")).toContainText("Ces colonnes ne sont pas connues");
  await expect(dialog.getByRole("button", { name: /^Importer/ })).toBeDisabled();
  const wrong = `${lines[0]}\n;it;;ESSAY;Une question;;a;;;;\n;klingon;;TEXT;Une autre;;a;;;;\n;it;;TEXT;Une bonne;;a;;;;\n`;
  await choose(wrong);
  await expect(dialog.getByText("2 lignes sont à corriger : rien n’a été importé.")).toBeVisible();
  await expect(dialog.getByRole("row").nth(1)).toContainText("typeCode");
  await expect(dialog.getByRole("row").nth(2)).toContainText("language");
  await expect(dialog.getByRole("button", { name: /^Importer/ })).toBeDisabled();
  await accessible(page);
  expect(JSON.stringify(await editor.ok("GET", "/tests/it"))).not.toContain("Une bonne");

  const first = lines[1] ?? "";
  const edited = first.replace(before.question, `${before.question} (revue)`);
  await choose(`${lines[0]}\n${edited}\n;it;B2;TEXT;"Une ""neuve"";";;a|b;;;TRUE;\n`);
  await expect(dialog.getByText("À créer : 1. À modifier : 1. Inchangées : 0.")).toBeVisible();
  await dialog.getByRole("button", { name: "Importer 2 questions" }).click();
  await expect(page.getByText("2 questions ont été importées.")).toBeVisible();
  await expect(row(page, 'Une "neuve";')).toContainText("a / b");
  await expect(row(page, 'Une "neuve";')).toContainText("Test court");
  await expect(row(page, "(revue)")).toHaveCount(1);
});

test("without questions there is nothing to find, and a failing list offers to try again", async ({
  page,
  school,
}) => {
  const editor = await open(page, school.url, "?language=it");
  await editor.ok("POST", "/languages", { name: "Espagnol", code: "es" });
  await page.goto("/dashboard/test-creator?language=espagnol");
  await expect(page.getByText("Aucune question pour cette langue.")).toBeVisible();
  await accessible(page);
});

test.describe("when nothing arrives", () => {
  test.use({ expectedFailures: [/^500 (GET|POST) \/api\/tests/] });

  test("what was typed stays", async ({ page, school }) => {
    const failure = { status: 500, json: { status: 500, code: "internal", message: "" } };
    let broken = true;
    await page.route(/\/api\/tests\/(it|create)/, (route) =>
      broken ? route.fulfill(failure) : route.continue(),
    );
    await open(page, school.url, "?language=it");
    await expect(page.getByRole("alert")).toBeVisible();
    broken = false;
    await page.getByRole("button", { name: "Réessayer" }).click();
    await expect(page.getByRole("heading", { level: 2, name: "A1" })).toBeVisible();
    broken = true;
    await page.getByRole("link", { name: "Ajouter des questions" }).click();
    await question(page, 1).getByLabel("Question", { exact: true }).fill("Perdue ?");
    await page.getByRole("button", { name: "Enregistrer la question" }).click();
    await expect(page.getByText("Échec de l’enregistrement des questions.")).toBeVisible();
    await expect(question(page, 1).getByLabel("Question", { exact: true })).toHaveValue("Perdue ?");
  });
});

test("machines find nothing to object to in any language", async ({ page, school }) => {
  await enter(page, await new Caller(school.url).signIn(EDITOR, password));
  for (const query of ["language=it", "language=it&tab=add"]) {
    await accessibleEverywhere(page, `/dashboard/test-creator?${query}`, async () => {
      await expect(page.getByRole("heading", { level: 2 }).first()).toBeVisible();
    });
  }
});
