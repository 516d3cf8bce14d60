// A flood of addresses whose pages are not kept: each has another query, so that each asks for a new rendering. First from
// one address, then from ever new ones. Beside it visitors open a page that is kept and call the API. Fails when one of
// them is refused, or when they wait noticeably longer than on a quiet server.
import { School } from "../web-public/e2e/support/school.ts";

const SECONDS = Number(process.env.SECONDS ?? 20);
const FLOODERS = 16;
/** What nobody notices: milliseconds that the slowest of twenty answers may take beyond its usual time. */
const MOST_MORE = 50;
const PEOPLE: Record<string, string> = { "a kept page": "/", "the API": "/api/faq" };

type Times = Record<string, number[]>;

const school = await School.open({ PREAU_TRUSTED_PROXIES: "127.0.0.1,::1" });

async function ask(path: string, from: string): Promise<{ status: number; milliseconds: number }> {
  const begun = performance.now();
  const response = await fetch(school.url + path, { headers: { "x-forwarded-for": from } });
  await response.arrayBuffer();
  return { status: response.status, milliseconds: performance.now() - begun };
}

async function people(end: number): Promise<Times> {
  const times: Times = {};
  const one = async (who: string, path: string) => {
    const waited: number[] = [];
    times[who] = waited;
    while (Date.now() < end) {
      const { status, milliseconds } = await ask(path, "198.51.100.7");
      if (status !== 200) throw new Error(`${who}: ${status}`);
      waited.push(milliseconds);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  await Promise.all(Object.entries(PEOPLE).map(([who, path]) => one(who, path)));
  return times;
}

/** Floods until the end; answers how many pages it was given. */
async function flood(end: number, from: (n: number) => string): Promise<number> {
  let pages = 0;
  const one = async (flooder: number) => {
    for (let n = flooder; Date.now() < end; n += FLOODERS) {
      await ask(`/cours-en-ligne?langue=${end}-${n}`, from(n));
      pages++;
    }
  };
  await Promise.all(Array.from({ length: FLOODERS }, (_, flooder) => one(flooder)));
  return pages;
}

/** Of sorted times, the one that a part of them does not pass. */
function quantile(times: number[], part: number): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * part)] ?? Number.NaN;
}

const say = (line: string) => process.stdout.write(`${line}\n`);
let failed = false;
try {
  // Rendering starts with the first page, which is then cached.
  for (let n = 0; n < 40; n++)
    await Promise.all(Object.values(PEOPLE).map((path) => ask(path, "198.51.100.7")));
  const quiet = await people(Date.now() + 5_000);
  const floods: [string, (n: number) => string][] = [
    ["one address", () => "203.0.113.9"],
    ["ever new addresses", (n) => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`],
  ];
  for (const [name, from] of floods) {
    const end = Date.now() + SECONDS * 1_000;
    const [beside, pages] = await Promise.all([people(end), flood(end, from)]);
    say(`${pages} pages in ${SECONDS} s from ${name}`);
    for (const who of Object.keys(PEOPLE)) {
      const [before, now] = [quiet[who] ?? [], beside[who] ?? []];
      const shown = [before, now].map((times) =>
        [0.5, 0.95].map((part) => Math.round(quantile(times, part))).join(" and "),
      );
      say(`${who}: ${shown[1]} ms (median, 95 of 100); quiet: ${shown[0]} ms`);
      failed ||= !(quantile(now, 0.95) - quantile(before, 0.95) <= MOST_MORE);
    }
  }
} catch (error) {
  say(String(error));
  failed = true;
} finally {
  await school.close();
}
process.exitCode = failed ? 1 : 0;
