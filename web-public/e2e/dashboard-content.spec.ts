// What stands inside modules, as staff writes it: chapters, lessons, resources, quizzes, in an order of their own.
import type { Locator, Page } from "@playwright/test";
import type { Caller } from "./support/api.ts";
import { atLesson, atModules, lessonIn, panel, type Titled } from "./support/content.ts";
import { demoStudent, moduleOf } from "./support/learner.ts";
import { accessible, expect, test } from "./support/test.ts";
import { enter } from "./support/visitor.ts";

async function addChapter(page: Page, title: string, description: string): Promise<Locator> {
  const form = page.getByRole("tabpanel").locator("form").first();
  await form.getByLabel("Titre").fill(title);
  await form.getByLabel("Description").fill(description);
  await form.getByRole("button", { name: "Ajouter le chapitre" }).click();
  const chapter = panel(page, title);
  await expect(chapter).toBeVisible();
  return chapter;
}

async function addLesson(chapter: Locator, page: Page, title: string, text: string) {
  await chapter.getByRole("textbox", { name: "Titre" }).fill(title);
  await chapter.getByRole("textbox", { name: "Contenu" }).fill(text);
  await chapter.getByRole("button", { name: "Ajouter la leçon" }).click();
  const lesson = lessonIn(chapter, page, title);
  await expect(lesson).toBeVisible();
  return lesson;
}

async function lessonsOf(editor: Caller, moduleId: number, chapter: string): Promise<Titled[]> {
  const chapters: Titled[] = await editor.ok("GET", `/chapters/module/${moduleId}`);
  const found = chapters.find(({ title }) => title === chapter);
  return editor.ok("GET", `/chapter-lessons/chapter/${found?.id}`);
}

test.describe("a whole chapter", () => {
  test.use({ expectedFailures: [/^422 POST \/api\/questions$/] });
  test.slow();

  test("an editor builds a chapter with lessons, a resource and a quiz, and its learner sees it", async ({
    page,
    school,
    browser,
  }) => {
    const { editor, subscription, moduleId } = await atModules(page, school);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(
      `Modules du cours : ${subscription.courseName}`,
    );
    const chapter = await addChapter(page, "  À la gare  ", " Les trains. ");
    const heading = chapter.getByRole("button", { name: /^Chapitre \d+\s: À la gare$/ });
    await expect(heading).toHaveAttribute("aria-expanded", "false");
    await heading.click();
    await expect(chapter.getByText("Les trains.")).toBeVisible();
    await expect(page).toHaveURL(/chapter=\d+/);

    await chapter.getByRole("button", { name: "Ajouter une leçon" }).click();
    await expect(chapter.getByText("Ordre de la prochaine leçon : 1")).toBeVisible();
    const long = `Le train part à sept heures. ${"Il faut attendre. ".repeat(10)}`;
    const lesson = await addLesson(chapter, page, "Les horaires", long);
    await expect(lesson.getByText(`${long.slice(0, 100).trim()}...`)).toBeVisible();
    await expect(chapter.getByText("Ordre de la prochaine leçon : 2")).toBeVisible();
    await addLesson(chapter, page, "Le billet", "Un aller simple.");

    await lesson.getByRole("button", { name: /^Ressources et quiz/ }).click();
    await addPaper(lesson);
    await addQuiz(lesson);
    await accessible(page);

    const learner = await browser.newPage({ baseURL: school.url });
    await enter(learner, await demoStudent(school.url));
    const [first] = await lessonsOf(editor, moduleId, "À la gare");
    await learner.goto(`${moduleOf(subscription, moduleId)}&lesson=${first?.id}`);
    await expect(learner.getByText(/^Le train part à sept heures/)).toBeVisible();
    await expect(learner.getByRole("link", { name: /Horaires d’été/ })).toBeVisible();
    await expect(learner.getByText("Répondez sans regarder.")).toBeVisible();
    await expect(learner.locator("[id^=question-]")).toHaveCount(5);
    await expect(learner.getByText("voie", { exact: true })).toBeVisible();
    await learner.close();
  });
});

async function addPaper(lesson: Locator): Promise<void> {
  await lesson.getByRole("textbox", { name: "Titre" }).fill("Horaires d’été");
  const url = lesson.getByRole("textbox", { name: "Adresse (URL)" });
  await url.fill("exemple.fr/horaires.pdf");
  await expect(lesson.getByText(/^Cette adresse ne peut pas fonctionner/)).toBeVisible();
  await url.fill("https://exemple.fr/horaires.pdf");
  await expect(lesson.getByRole("link", { name: /^Ouvrir pour vérifier/ })).toHaveAttribute(
    "href",
    "https://exemple.fr/horaires.pdf",
  );
  await lesson.getByRole("button", { name: "Ajouter la ressource" }).click();
  await expect(lesson.getByRole("link", { name: /^Horaires d’été/ })).toHaveAttribute(
    "target",
    "_blank",
  );
  await expect(lesson.getByText("Type : PDF")).toBeVisible();
  await expect(url).toHaveValue("");
}

async function addQuiz(lesson: Locator): Promise<void> {
  await lesson.getByRole("button", { name: "Ajouter un quiz" }).click();
  await lesson.getByRole("textbox", { name: /^Consigne/ }).fill("Répondez sans regarder.");
  await lesson.getByRole("button", { name: "Ajouter le quiz" }).click();
  await lesson.getByRole("button", { name: "Ajouter une question" }).click();
  const text = lesson.getByRole("textbox", { name: "Question", exact: true });
  const added = async (name: string) => {
    await lesson.getByRole("button", { name: "Ajouter la question" }).click();
    await expect(lesson.getByRole("button", { name: `Modifier : ${name}` })).toBeVisible();
  };
  const type = async (name: string) => {
    await lesson.getByRole("combobox", { name: "Type de question" }).click();
    await lesson.page().getByRole("option", { name }).click();
  };

  await lesson.getByRole("button", { name: "Ajouter la question" }).click();
  await expect(text).toBeFocused();
  await expect(lesson.getByText("Ce champ est requis").first()).toBeVisible();
  await text.fill("Le train est sur la…");
  await lesson.getByRole("textbox", { name: "Réponse 1" }).fill("voix");
  await lesson.getByRole("textbox", { name: "Réponse 2" }).fill("voie");
  await lesson.getByRole("radio", { name: "La réponse 2 est la bonne" }).check();
  await lesson.getByRole("textbox", { name: /^Explication/ }).fill("La voie 7.");
  const preview = lesson.getByRole("region", { name: "Ce que verra l’élève" });
  await expect(preview.getByRole("radio", { name: "voie" })).toBeVisible();
  await added("Le train est sur la…");

  await type("Vrai ou faux");
  await text.fill("Le train est un véhicule.");
  await lesson.getByRole("radiogroup").getByRole("radio", { name: "Vrai" }).check();
  await added("Le train est un véhicule.");

  await type("Réponse écrite");
  await text.fill("Le contraire de « partir » ?");
  await lesson.getByRole("textbox", { name: "Réponses acceptées" }).fill("arriver\nrevenir");
  await added("Le contraire de « partir » ?");

  await type("Texte à trous");
  await text.fill("Le train  à l’heure.");
  await text.evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(9, 9));
  await lesson.getByRole("button", { name: "Insérer un trou" }).click();
  await expect(text).toHaveValue("Le train {{1}} à l’heure.");
  await lesson.getByRole("textbox", { name: "Trou 1", exact: true }).fill("part|arrive");
  await expect(preview.getByRole("textbox", { name: "Trou 1 sur 1" })).toBeVisible();
  await added("Le train {{1}} à l’heure.");

  await type("Compréhension orale");
  await text.fill("Que dit la voix ?");
  await lesson
    .getByRole("textbox", { name: "Adresse de l’enregistrement" })
    .fill("/assets/audio/it-treno-bologna.mp3");
  await lesson.getByText("Par écrit").click();
  await lesson.getByRole("textbox", { name: "Réponses acceptées" }).fill("bonjour");
  await added("Que dit la voix ?");
}

const broken = { status: 500, json: { status: 500, code: "internal", message: "" } };

test("forms say what they miss; a resource is changed in the form that adds, which is then empty again", async ({
  page,
  school,
}) => {
  const { chapterPanel, lessonItem, resource, editor } = await atLesson(page, school);
  await page.getByRole("button", { name: "Ajouter le chapitre" }).click();
  await expect(
    page.getByText("Veuillez remplir le titre et la description du chapitre."),
  ).toBeVisible();
  await chapterPanel.getByRole("button", { name: "Ajouter une leçon" }).click();
  await chapterPanel.getByRole("button", { name: "Ajouter la leçon" }).click();
  await expect(
    page.getByText("Veuillez remplir le titre et le contenu de la leçon."),
  ).toBeVisible();
  await lessonItem.getByRole("button", { name: "Ajouter la ressource" }).click();
  await expect(page.getByText("Veuillez remplir tous les champs de la ressource.")).toBeVisible();

  const header = (text: string) => lessonItem.getByText(text, { exact: true });
  const title = lessonItem.getByRole("textbox", { name: "Titre", exact: true });
  const type = lessonItem.getByRole("combobox", { name: "Type" });
  await expect(header("Ajouter une ressource pédagogique")).toBeVisible();
  await expect(type).toHaveValue("PDF");
  await lessonItem.getByRole("button", { name: "Modifier : Le film" }).click();
  await expect(header("Modifier la ressource pédagogique")).toBeVisible();
  await expect(title).toBeFocused();
  await expect(title).toHaveValue("Le film");
  await expect(type).toHaveValue("Vidéo");
  await expect(lessonItem.getByText(/^Vidéo YouTube reconnue/)).toBeVisible();
  await accessible(page);
  const url = lessonItem.getByRole("textbox", { name: "Adresse (URL)" });
  await url.fill(" /assets/video/treno.mp4 ");
  await expect(lessonItem.getByText(/^Ce n’est pas une vidéo YouTube/)).toBeVisible();
  await lessonItem.getByRole("textbox", { name: /^Adresse des sous-titres/ }).fill("/a.vtt");
  await title.fill("  Le film muet  ");
  await lessonItem.getByRole("button", { name: "Mettre à jour la ressource" }).click();
  await expect(lessonItem.getByRole("link", { name: /^Le film muet/ })).toBeVisible();
  await expect(header("Ajouter une ressource pédagogique")).toBeVisible();
  await expect(title).toHaveValue("");
  await expect(type).toHaveValue("PDF");
  expect(await editor.ok("GET", `/resources/${resource.id}`)).toMatchObject({
    title: "Le film muet",
    url: "/assets/video/treno.mp4",
    captionsUrl: "/a.vtt",
  });
});

test.describe("when the server fails", () => {
  test.use({ expectedFailures: [/^500 (POST|PUT|DELETE|GET) \/api\/(chap|res)/] });
  test.slow();

  test("nothing typed is lost, and every failure has its words", async ({ page, school }) => {
    const { chapterPanel, lessonItem } = await atLesson(page, school);
    const fails = async (method: string, path: string) => {
      await page.unrouteAll();
      await page.route(path, (route) =>
        route.request().method() === method ? route.fulfill(broken) : route.fallback(),
      );
    };
    const form = page.getByRole("tabpanel").locator("form").first();
    await fails("POST", "**/api/**");
    await form.getByLabel("Titre").fill("Un autre");
    await form.getByLabel("Description").fill("Plus loin.");
    await form.getByRole("button", { name: "Ajouter le chapitre" }).click();
    await expect(page.getByText("Impossible d’ajouter le chapitre")).toBeVisible();
    await expect(form.getByLabel("Titre")).toHaveValue("Un autre");

    await lessonItem.getByRole("textbox", { name: "Titre" }).fill("Un plan");
    await lessonItem.getByRole("textbox", { name: "Adresse (URL)" }).fill("https://a.fr/plan.pdf");
    await lessonItem.getByRole("button", { name: "Ajouter la ressource" }).click();
    await expect(page.getByText("Impossible d’ajouter la ressource pédagogique")).toBeVisible();
    await expect(lessonItem.getByRole("textbox", { name: "Titre" })).toHaveValue("Un plan");

    await chapterPanel.getByRole("button", { name: "Ajouter une leçon" }).click();
    const added = chapterPanel.locator("form").filter({ hasText: "Ordre de la prochaine leçon" });
    await added.getByRole("textbox", { name: "Titre" }).fill("Le colis");
    await added.getByRole("textbox", { name: "Contenu" }).fill("Il est lourd.");
    await added.getByRole("button", { name: "Ajouter la leçon" }).click();
    await expect(page.getByText("Impossible d’ajouter la leçon")).toBeVisible();
    await expect(added.getByRole("textbox", { name: "Contenu" })).toHaveText("Il est lourd.");

    await fails("PUT", "**/api/**");
    const change = async (name: string) => {
      await page.getByRole("button", { name: `Modifier : ${name}`, exact: true }).click();
      const save = page.getByRole("button", { name: "Enregistrer", exact: true });
      await save.click();
      await expect(page.getByText(/^Impossible de mettre à jour l/)).toBeVisible();
    };
    await change("À la poste");
    await expect(page.getByText("Impossible de mettre à jour le chapitre")).toBeVisible();
    await chapterPanel.getByRole("button", { name: "Annuler" }).first().click();
    await change("Le timbre");
    await expect(page.getByText("Impossible de mettre à jour la leçon")).toBeVisible();
    // The editor has a button of this name to take words back.
    await lessonItem.getByRole("button", { name: "Annuler" }).last().click();
    await page.getByRole("button", { name: "Modifier : Le film" }).click();
    await lessonItem.getByRole("button", { name: "Mettre à jour la ressource" }).click();
    await expect(
      page.getByText("Impossible de mettre à jour la ressource pédagogique"),
    ).toBeVisible();
    await lessonItem.getByRole("button", { name: "Annuler" }).click();

    await fails("GET", "**/api/resources/*");
    await page.getByRole("button", { name: "Modifier : Le film" }).click();
    await expect(page.getByText(/^Impossible de modifier la ressource/)).toBeVisible();

    await fails("DELETE", "**/api/**");
    for (const [name, question, failed] of [
      ["Le film", "Supprimer cette ressource ?", "Erreur lors de la suppression"],
      ["Le timbre", "Supprimer cette leçon ?", "Erreur lors de la suppression"],
      [
        "À la poste",
        "Êtes-vous sûr de vouloir supprimer ce chapitre ?",
        "Erreur lors de la suppression du chapitre",
      ],
    ] as const) {
      await page.getByRole("button", { name: `Supprimer : ${name}`, exact: true }).click();
      const dialog = page.getByRole("dialog", { name: question });
      await dialog.getByRole("button", { name: "Supprimer", exact: true }).click();
      await expect(dialog.getByText(failed, { exact: true })).toBeVisible();
      await dialog.getByRole("button", { name: "Annuler" }).click();
      await expect(dialog).toHaveCount(0);
    }
  });

  test("a part that cannot be read offers to try again, the rest stands", async ({
    page,
    school,
  }) => {
    const { address, chapter } = await atLesson(page, school);
    let failing = true;
    await page.route("**/api/resources/lesson/*", (route) =>
      failing ? route.fulfill(broken) : route.fallback(),
    );
    await page.goto(`${address}&chapter=${chapter.id}`);
    const lesson = lessonIn(panel(page, /À la poste$/), page, "Le timbre");
    await lesson.getByRole("button", { name: /^Ressources et quiz/ }).click();
    await expect(lesson.getByRole("alert").getByText(/^Une erreur est survenue/)).toBeVisible();
    await expect(lesson.getByText("Aucun quiz pour cette leçon.")).toBeVisible();
    failing = false;
    await lesson.getByRole("button", { name: "Réessayer" }).click();
    await expect(lesson.getByRole("link", { name: /^Le film/ })).toBeVisible();
  });
});

test("rows are put in order by handle and keyboard or by arrows, and deleted after a question", async ({
  page,
  school,
}) => {
  const { editor, moduleId, chapter, chapterPanel } = await atLesson(page, school);
  const titles = async (path: string) =>
    ((await editor.ok("GET", path)) as Titled[]).map(({ title }) => title);
  const lessonsPath = `/chapter-lessons/chapter/${chapter.id}`;
  await page.getByRole("button", { name: "Descendre : Le timbre" }).click();
  await expect.poll(() => titles(lessonsPath)).toEqual(["Le guichet", "Le timbre"]);
  const handle = page.getByRole("button", { name: "Déplacer : Le timbre" });
  await handle.focus();
  await page.keyboard.press("Space");
  await expect(page.getByText("Place 2 sur 2.")).toBeAttached();
  await page.keyboard.press("ArrowUp");
  await expect(page.getByText("Place 1 sur 2.")).toBeAttached();
  await page.keyboard.press("Space");
  await expect.poll(() => titles(lessonsPath)).toEqual(["Le timbre", "Le guichet"]);

  // Two moves at once: the second is sent with the version that the first has left.
  const before = await titles(`/chapters/module/${moduleId}`);
  for (let step = 1; step < before.length; step += 1)
    await page.getByRole("button", { name: "Monter : À la poste" }).click();
  await expect
    .poll(() => titles(`/chapters/module/${moduleId}`))
    .toEqual(["À la poste", ...before.slice(0, -1)]);

  await page.getByRole("button", { name: "Supprimer : Le guichet" }).click();
  const dialog = page.getByRole("dialog", { name: "Supprimer cette leçon ?" });
  await accessible(page);
  await dialog.getByRole("button", { name: "Annuler" }).click();
  expect(await titles(lessonsPath)).toContain("Le guichet");
  await page.getByRole("button", { name: "Supprimer : Le guichet" }).click();
  await dialog.getByRole("button", { name: "Supprimer", exact: true }).click();
  await expect(lessonIn(chapterPanel, page, "Le guichet")).toHaveCount(0);
  await page.getByRole("button", { name: "Supprimer : À la poste" }).click();
  await page
    .getByRole("dialog", { name: "Êtes-vous sûr de vouloir supprimer ce chapitre ?" })
    .getByRole("button", { name: "Supprimer", exact: true })
    .click();
  await expect(chapterPanel).toHaveCount(0);
  expect(await titles(`/chapters/module/${moduleId}`)).not.toContain("À la poste");
});

test.describe("two at once", () => {
  test.use({ expectedFailures: [/^412 PUT \/api\/chapters\/\d+$/] });

  test("what two have written is chosen field by field; leaving asks first", async ({
    page,
    school,
  }) => {
    const { editor, chapter, chapterPanel } = await atLesson(page, school);
    await page.getByRole("button", { name: "Modifier : À la poste", exact: true }).click();
    const form = chapterPanel.locator("form").first();
    await form.getByLabel("Titre").fill("Au bureau de poste");
    await form.getByLabel("Description").fill("Les lettres et les colis.");
    await editor.ok("PUT", `/chapters/${chapter.id}`, { title: "La poste" });
    await form.getByRole("button", { name: "Enregistrer" }).click();
    const dialog = page.getByRole("dialog", { name: /^Modifié par quelqu’un d’autre/ });
    await expect(dialog.getByText("La poste")).toBeVisible();
    await accessible(page);
    await dialog.getByRole("radio", { name: /Au bureau de poste/ }).click();
    await dialog.getByRole("button", { name: "Reprendre dans le formulaire" }).click();

    await page.getByRole("link", { name: "Messages" }).click();
    await page.getByRole("dialog").getByRole("button").last().click(); // stays
    await expect(form.getByLabel("Description")).toHaveValue("Les lettres et les colis.");
    await form.getByRole("button", { name: "Enregistrer" }).click();
    await expect(
      page.getByRole("button", { name: /^Chapitre .* Au bureau de poste$/ }),
    ).toBeVisible();
    await page.getByRole("link", { name: "Fermer" }).click();
    await expect(page).toHaveURL(/\/dashboard\/course\/list$/);
  });
});
