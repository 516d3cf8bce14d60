// Two editors, one sentence: the app asks, and neither text is lost.
import { until } from "../../web-public/e2e/support/ports.ts";
import { changeLesson, lessonOfDemo } from "./support/content.ts";
import { fill, find, press, see } from "./support/page.ts";
import { expect, test } from "./support/test.ts";

test("two who changed the same sentence are asked to choose, and both texts can be found", async ({
  scene,
}) => {
  test.setTimeout(180_000);
  const { bureau, door, school } = scene;
  const lesson = await lessonOfDemo(await scene.caller());
  await scene.signIn();
  const notices = await scene.desk.notices();

  await test.step("both change it while the line is cut", async () => {
    door.shut();
    await changeLesson(scene, lesson.place, "Le timbre rouge.");
    const other = await scene.caller("admin@preau.test");
    const row = await other.ok("GET", `/chapter-lessons/${lesson.id}`);
    const { title, orderIndex } = row;
    const changed = { title, orderIndex, content: "<p>Le timbre bleu.</p>" };
    expect((await other.call("PUT", `/chapter-lessons/${lesson.id}`, changed)).status).toBe(200);
  });

  await test.step("the line is back: somebody has to choose", async () => {
    door.open(school.url);
    await bureau.call("POST", "/api/desktop/sync", {});
    await scene.state("a conflict", ({ conflicts }) => conflicts === 1);
    await see(bureau, /1 conflit attend votre choix/);
    expect(await lesson.text(await scene.caller())).toContain("Le timbre bleu.");
    await press(bureau, "any", "Comparer les versions");
    await see(bureau, "Pendant que vous écriviez, Hélène Castagne a modifié");
    // What each added to "Le timbre." is marked, and told to those who do not see it.
    await see(bureau, /Le timbre\s*ajouté :\s*rouge\s*\(fin\)\s*\./);
    await see(bureau, /Le timbre\s*ajouté :\s*bleu\s*\(fin\)\s*\./);
    await bureau.picture("bureau-conflit");
    await until("a notice", () => notices().includes("Quelqu’un a modifié le même texte"));
  });

  await test.step("mine stays, written on, and is sent", async () => {
    await press(bureau, "radio", "Ma version");
    await press(bureau, "button", "Modifier le résultat", { like: true });
    await fill(bureau, "Résultat", "Le timbre rouge et bleu.", { like: true });
    await press(bureau, "button", "Confirmer ces choix");
    const caller = await scene.caller();
    await until(
      "my text",
      async () => (await lesson.text(caller)).includes("rouge et bleu."),
      30_000,
    );
    await scene.state("nothing to wait", ({ waiting, conflicts }) => waiting + conflicts === 0);
  });

  await test.step("the other text is in the history", async () => {
    await bureau.open("accueil");
    await press(bureau, "button", "État de la synchronisation", { like: true });
    await press(bureau, "tab", "Textes remplacés");
    await see(bureau, "Le timbre bleu.");
    await find(bureau, "any", "Autre version choisie", { like: true });
  });
});
