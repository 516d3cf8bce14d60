// The window itself: what it opens and what it refuses, with nobody signed in.
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { until } from "../../web-public/e2e/support/ports.ts";
import { Bureau, binary } from "./support/bureau.ts";
import { fill, press, see } from "./support/page.ts";
import { EDITOR, expect, test } from "./support/test.ts";

test("the first start asks for the school, and an address without one is refused", async ({
  scene,
}) => {
  const { bureau } = scene;
  await see(bureau, "Bienvenue dans Préau");
  expect(await bureau.driver.getTitle()).toMatch(/Préau/);
  await bureau.picture("bureau-premiere-ouverture");
  scene.door.shut();
  await fill(bureau, "Adresse de l’école", scene.door.url);
  await press(bureau, "button", "Continuer");
  await see(bureau, "Aucune réponse à cette adresse.");
  scene.door.open(scene.school.url);
  await press(bureau, "button", "Continuer");
  await see(bureau, "Mot de passe");
  await bureau.picture("bureau-connexion");
  await fill(bureau, "Adresse e-mail", EDITOR);
  await fill(bureau, "Mot de passe", "pas celui-là");
  await press(bureau, "button", "Se connecter");
  await see(bureau, "Adresse e-mail ou mot de passe incorrect");
});

test("a second start ends, and shows the first window instead", async ({ desk }) => {
  const first = await Bureau.start(desk);
  await see(first, "Bienvenue dans Préau");
  const second = spawnSync(binary, [], { env: desk.environment, timeout: 20_000 });
  expect(second.status).toBe(0);
  expect(second.stderr.toString()).toContain("the window is open already");
  await until("the first to have heard", () => first.log.includes("shown to whoever came second"));
  await first.close();
});

test("spelling is checked in the language of the window", async ({ desk }) => {
  const bureau = await Bureau.start(desk);
  await until("the dictionaries", () => /spelling is checked.*fr_FR/.test(bureau.log));
  await bureau.close();
});

test("without a session bus the app starts all the same", async ({ desk }) => {
  const bureau = await Bureau.start(desk, { DBUS_SESSION_BUS_ADDRESS: "unix:path=/nonexistent" });
  await see(bureau, "Bienvenue dans Préau");
  await bureau.close();
});

test("the page may listen to the window and ask nothing else of it", async ({ desk }) => {
  const bureau = await Bureau.start(desk);
  const ask = (command: string) =>
    bureau.runAsync<string>(
      `try { await window.__TAURI_INTERNALS__.invoke(args[0], args[1]); return "done"; }
       catch (error) { return String(error); }`,
      command,
      { event: "preau://menu", payload: 1, target: { kind: "Any" }, handler: 1, flags: 1 },
    );
  expect(await ask("plugin:event|listen")).toBe("done");
  for (const command of [
    "plugin:event|emit",
    "plugin:window|close",
    "plugin:webview|create_webview_window",
    "plugin:window-state|save_window_state",
    "plugin:app|version",
  ])
    expect(await ask(command)).toContain("not allowed");
  expect(await bureau.run("return typeof window.__TAURI__")).toBe("undefined");
  await bureau.close();
});

test("other sites open in the system’s browser, and what is no address nowhere", async ({
  desk,
}) => {
  // What a link opens is written down instead of shown.
  const opened = join(desk.home, "opened");
  const folder = join(desk.home, "bin");
  mkdirSync(folder);
  writeFileSync(join(folder, "xdg-open"), `#!/bin/sh\necho "$1" >> "${opened}"\n`);
  chmodSync(join(folder, "xdg-open"), 0o755);
  const bureau = await Bureau.start(desk, { PATH: `${folder}:${desk.environment.PATH}` });
  const address = "preau://localhost/dashboard/bienvenue";
  await until("the first page", async () => (await bureau.driver.getCurrentUrl()) === address);
  const read = () => (existsSync(opened) ? readFileSync(opened, "utf8").trim().split("\n") : []);
  await bureau.run(`window.open("file:///etc/passwd")`);
  await bureau.run(`location.href = "data:text/html,three"`);
  for (const [script, expected] of [
    [`location.href = "https://example.org/one"`, "https://example.org/one"],
    [`window.open("https://example.org/two")`, "https://example.org/two"],
    [`location.href = "mailto:ecole@preau.test"`, "mailto:ecole@preau.test"],
  ] as const) {
    await bureau.run(script);
    await until(expected, () => read().includes(expected));
  }
  expect(read()).toHaveLength(3);
  expect(await bureau.driver.getCurrentUrl()).toBe(address);
  await bureau.close();
});

test("what the page makes to be saved lies among the downloads", async ({ desk }) => {
  const bureau = await Bureau.start(desk);
  await bureau.run(`const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob(["un;deux"], { type: "text/csv" }));
    link.download = "élèves.csv";
    link.click();`);
  const file = join(desk.home, "Downloads", "élèves.csv");
  await until("the file", () => existsSync(file) && readFileSync(file, "utf8") === "un;deux");
  await bureau.close();
});

test("the window keeps its size", async ({ desk }) => {
  const first = await Bureau.start(desk);
  await first.driver.manage().window().setRect({ width: 900, height: 700, x: 40, y: 30 });
  const size = (bureau: Bureau) => bureau.run<number>("return innerWidth");
  await until("the new size", async () => (await size(first)) === 900);
  await first.keys("ctrl+q");
  await first.ended();
  const second = await Bureau.start(desk);
  expect(await size(second)).toBe(900);
  await second.close();
});
