// A signed-in editor and their window: keys, files, the next start.
import { readdirSync } from "node:fs";
import { until } from "../../web-public/e2e/support/ports.ts";
import { password } from "../../web-public/e2e/support/school.ts";
import { totp } from "../../web-public/e2e/support/totp.ts";
import { contentOf, fill, find, isThere, press, see, textOf } from "./support/page.ts";
import { expect, test } from "./support/test.ts";

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

test("a file is brought to the school and shown again", async ({ scene }) => {
  await scene.signIn();
  const [status, same] = await scene.bureau.runAsync<[number, boolean]>(`
    const png = await new Promise((resolve) => {
      const canvas = new OffscreenCanvas(300, 200);
      canvas.getContext("2d").fillRect(10, 10, 50, 50);
      canvas.convertToBlob({ type: "image/png" }).then(resolve);
    });
    const request = new XMLHttpRequest();
    request.open("POST", "/api/files?name=image.png");
    request.setRequestHeader("Authorization", "Bearer desktop");
    request.setRequestHeader("Content-Type", "image/png");
    request.responseType = "json";
    await new Promise((resolve) => { request.onloadend = resolve; request.send(new File([png], "image.png")); });
    if (request.status >= 300) return [request.status, JSON.stringify(request.response)];
    const back = await (await fetch(request.response.link ?? request.response.url)).blob();
    const pixels = async (picture) => {
      const bitmap = await createImageBitmap(picture);
      const pen = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
      pen.drawImage(bitmap, 0, 0);
      return [bitmap.width, ...pen.getImageData(0, 0, bitmap.width, bitmap.height).data].join();
    };
    return [request.status, (await pixels(back)) === (await pixels(png))];`);
  expect([status, same]).toEqual([201, true]);
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
