// How long the app takes to start: from its process until the welcome page stands in the window and its form takes a
// letter, with the time that its driver takes to see it. Prints the median of ten starts. `PREAU_DESKTOP_BINARY` names the
// program.
import { readFileSync } from "node:fs";
import { Bureau, binary } from "./support/bureau.ts";
import { Desk } from "./support/desk.ts";
import { fill, see } from "./support/page.ts";

const STARTS = 10;

/** When a process began, in milliseconds since 1970: the kernel counts in hundredths of a second since it started. */
function begun(pid: number): number {
  const boot = /^btime (\d+)$/m.exec(readFileSync("/proc/stat", "utf8"))?.[1];
  const ticks = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ")[19];
  return Number(boot) * 1000 + Number(ticks) * 10;
}

const times: number[] = [];
for (let start = 0; start < STARTS; start += 1) {
  const desk = await Desk.open();
  const bureau = await Bureau.start(desk);
  await see(bureau, "Bienvenue dans Préau");
  await fill(bureau, "Adresse de l’école", "é");
  times.push((Date.now() - begun(bureau.pid)) / 1000);
  await bureau.close();
  await desk.close();
}
times.sort((a, b) => a - b);
const [least, middle, most] = [0, STARTS / 2, STARTS - 1].map((nth) => times[nth]?.toFixed(2));
process.stdout.write(`${binary}: ${middle} s (${least} to ${most} s, ${STARTS} starts)\n`);
