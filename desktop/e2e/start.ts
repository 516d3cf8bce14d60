// How long the app takes to start: from its process until a field of its first page has taken a letter, by the page's own
// clock, with the time in which the driver gets hold of the window. First before anybody has signed in, then with a copy of ten thousand lessons. Prints the medians
// of ten starts each. `PREAU_DESKTOP_BINARY` names the program, `PREAU_BINARY` the school's.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Bureau, binary, root } from "./support/bureau.ts";
import { Desk } from "./support/desk.ts";
import { Scene } from "./support/test.ts";

const STARTS = 10;

const LESSONS = readFileSync(join(root, "desktop/tests/ten-thousand-lessons.sql"), "utf8");

/** When a process began, in milliseconds since 1970: the kernel counts in hundredths of a second since it started. */
function begun(pid: number): number {
  const ticks = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ")[19];
  const uptime = readFileSync("/proc/uptime", "utf8").split(" ")[0];
  return Date.now() - (Number(uptime) * 1000 - Number(ticks) * 10);
}

/** Runs in the page: types a letter as soon as the field of this name is there; answers when it stood in it. */
const TYPE = `
  const [name] = args;
  const field = () => [...document.querySelectorAll("input")].find(
    (input) => input.labels?.[0]?.textContent === name || input.getAttribute("aria-label") === name);
  while (!field()) await new Promise(requestAnimationFrame);
  field().focus();
  document.execCommand("insertText", false, "é");
  if (field().value !== "é") throw new Error("the field holds " + field().value);
  return Date.now();`;

/** Starts the app again and again, and tells how long it took until this field had taken a letter. */
async function measure(what: string, start: () => Promise<Bureau>, field: string) {
  const times: number[] = [];
  for (let count = 0; count < STARTS; count += 1) {
    const bureau = await start();
    const typed = await bureau.runAsync<number>(TYPE, field);
    times.push((typed - begun(bureau.pid)) / 1000);
    await bureau.close();
  }
  times.sort((a, b) => a - b);
  const [least, middle, most] = [0, STARTS / 2, STARTS - 1].map((nth) => times[nth]?.toFixed(2));
  process.stdout.write(`${what}: ${middle} s (${least} to ${most} s, ${STARTS} starts)\n`);
}

process.stdout.write(`${binary}\n`);
const desk = await Desk.open();
await measure("before anybody has signed in", () => Bureau.start(desk), "Adresse de l’école");
await desk.close();

const scene = await Scene.open();
scene.school.sql(LESSONS);
await scene.signIn();
await scene.bureau.close();
await measure(
  "with ten thousand lessons",
  async () => {
    await scene.restart();
    return scene.bureau;
  },
  "Rechercher dans le tableau de bord",
);
await scene.close();
