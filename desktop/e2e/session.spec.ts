// A signed-in editor and their window: keys, files, the next start.
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { until } from "../../web-public/e2e/support/ports.ts";
import { password } from "../../web-public/e2e/support/school.ts";
import { totp } from "../../web-public/e2e/support/totp.ts";
import { contentOf, fill, find, isThere, press, see, textOf } from "./support/page.ts";
import { expect, type Scene, test } from "./support/test.ts";

test("the window’s keys search, begin a course, save and synchronise", async ({ scene }) => {
  const { bureau } = scene;
  await scene.signIn();
  await bureau.keys("ctrl+s");
  await see(bureau, "Rien à enregistrer sur cette page");
  await bureau.keys("ctrl+k");
  await until("the search", () => isThere(bureau, "field", "Rechercher", { like: true }));
  await bureau.keys("Escape");
  await bureau.keys("ctrl+n");
  await find(bureau, "field", "Titre du cours");
  await bureau.keys("ctrl+s");
  await see(bureau, "Ce champ est requis");
  const before = scene.school.servers[0]?.output().length ?? 0;
  const asked = () =>
    scene.school.servers[0]
      ?.output()
      .slice(before)
      .match(/route="\/api\/changes"/g);
  await bureau.keys("ctrl+r");
  await until("the changes to be asked for", () => (asked() ?? []).length > 0);
});

for (const [secret, keychain] of [["file", false] as const, ["keychain", true] as const]) {
  test.describe(`secrets lie in a ${secret}`, () => {
    test.use({ keychain });

    test("whoever stays signed in is so at the next start, and no token reaches the page", async ({
      scene,
    }) => {
      await scene.signIn();
      const state = await scene.state("where the secret is", ({ secret }) => secret !== null);
      expect(state.secret).toBe(secret);
      await scene.bureau.kill();
      await scene.restart();
      await see(scene.bureau, "Bonjour Paul");
      await scene.state("the line", ({ connection }) => connection === "online");
      const kept = await scene.bureau.run<string>(
        "return JSON.stringify({ ...localStorage, ...sessionStorage })",
      );
      expect(kept).not.toMatch(/eyJ|accessToken":"(?!desktop)/);
      expect(await textOf(scene.bureau)).not.toContain(password);
      const files = readdirSync(scene.desk.home, { recursive: true, encoding: "utf8" });
      expect(files.some((file) => file.endsWith("secrets"))).toBe(secret === "file");
    });
  });
}

/** Draws a picture into the editor's folder; answers where it lies. */
async function drawn({ bureau, desk }: Scene): Promise<string> {
  const picture = join(desk.home, "zoe.png");
  const bytes = await bureau.runAsync<string>(`
    const canvas = new OffscreenCanvas(300, 200);
    canvas.getContext("2d").fillRect(10, 10, 50, 50);
    const blob = await canvas.convertToBlob({ type: "image/png" });
    return btoa(String.fromCharCode(...new Uint8Array(await blob.arrayBuffer())));`);
  writeFileSync(picture, bytes, "base64");
  return picture;
}

/** The picture of the photo field, once it is shown. */
const PHOTO = `const picture = document.querySelector("[role=group] img");
  return picture?.complete ? [picture.naturalWidth, picture.naturalHeight] : null;`;

test("a file is chosen in the system’s dialog, sent by the app and shown", async ({ scene }) => {
  const { bureau, desk } = scene;
  await scene.signIn();
  const picture = await drawn(scene);
  await bureau.open("course-metadata?tab=teachers");
  await press(bureau, "button", "Choisir un fichier Photo", { like: true });
  await desk.answerDialog("Choisir un fichier", picture);
  await see(bureau, "zoe.png");
  await expect.poll(() => bureau.run(PHOTO)).toEqual([300, 200]);
  // The window was never asked for the bytes, and nothing of the path is in the page.
  expect(await bureau.run<string>("return document.documentElement.outerHTML")).not.toContain(
    desk.home,
  );
});

test("a picture that is chosen without the school is shown, and sent before the teacher", async ({
  scene,
}) => {
  const { bureau, desk, door } = scene;
  await scene.signIn();
  const picture = await drawn(scene);
  await bureau.open("course-metadata?tab=teachers");
  door.shut();
  await bureau.call("POST", "/api/desktop/sync", {}).catch(() => undefined);
  await see(bureau, "partira quand l’école répondra");
  await press(bureau, "button", "Choisir un fichier Photo", { like: true });
  await desk.answerDialog("Choisir un fichier", picture);
  await see(bureau, "zoe.png est gardé sur cet ordinateur");
  await expect.poll(() => bureau.run(PHOTO)).toEqual([300, 200]);
  await fill(bureau, "Prénom", "Zoé");
  await fill(bureau, "Nom", "Quai");
  await fill(bureau, "Adresse e-mail", "zoe.quai@preau.test");
  await press(bureau, "button", "Ajouter");
  await scene.state("the teacher to wait", ({ waiting }) => waiting === 1);
  await press(bureau, "button", "État de la synchronisation", { like: true });
  await see(bureau, "Le fichier « zoe.png » part d’abord.");

  door.open(scene.school.url);
  await bureau.call("POST", "/api/desktop/sync", {});
  await scene.state("nothing to wait", ({ waiting }) => waiting === 0);
  const teachers: { email: string; photoUrl: string }[] = await (await scene.caller()).ok(
    "GET",
    "/teachers",
  );
  const photo = teachers.find(({ email }) => email === "zoe.quai@preau.test")?.photoUrl;
  expect((await fetch(`${scene.school.url}${photo}`)).status).toBe(200);
});

test("what is dropped on a field is sent by the page", async ({ scene }) => {
  const { bureau } = scene;
  await scene.signIn();
  await bureau.open("course-metadata?tab=teachers");
  await find(bureau, "button", "Choisir un fichier Photo", { like: true });
  await bureau.runAsync(`
    const canvas = new OffscreenCanvas(30, 20);
    canvas.getContext("2d").fillRect(1, 1, 5, 5);
    const blob = await canvas.convertToBlob({ type: "image/png" });
    const data = new DataTransfer();
    data.items.add(new File([blob], "lache.png", { type: "image/png" }));
    const button = [...document.querySelectorAll("button")].find(({ textContent }) => textContent.includes("Photo"));
    button.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));`);
  await see(bureau, "lache.png");
});

test("closing the window in the middle of a word keeps the word", async ({ scene }) => {
  await scene.signIn();
  await scene.bureau.open("faq/add");
  await fill(scene.bureau, "Question", "Comment s’inscr", { like: true });
  await scene.bureau.keys("i", "ctrl+q");
  await scene.bureau.ended();
  await scene.restart();
  await scene.bureau.open("faq/add");
  await press(scene.bureau, "button", "Reprendre");
  expect(await contentOf(scene.bureau, "Question", { like: true })).toBe("Comment s’inscri");
});

test("a second factor is asked for after the password", async ({ scene }) => {
  const { bureau } = scene;
  const editor = await scene.caller();
  const { secret } = await editor.ok("POST", "/users/me/second-factor", {
    currentPassword: password,
  });
  await editor.ok("POST", "/users/me/second-factor/confirm", { code: totp(secret) });
  await scene.typePassword();
  await see(bureau, "Code à six chiffres");
  await fill(bureau, "Code à six chiffres", "000000");
  await press(bureau, "button", "Se connecter");
  await see(bureau, "Ce code n’est pas valable");
  await fill(bureau, "Code à six chiffres", totp(secret, 1));
  await press(bureau, "button", "Se connecter");
  await see(bureau, "Bonjour Paul");
});
