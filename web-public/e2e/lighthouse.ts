// Measures the public pages of the demo school with Lighthouse, on a phone over a slow line: five runs of each, medians
// into docs/performance.md. The numbers are only worth something on a machine that does nothing else.
import { readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg, totalmem } from "node:os";
import { fileURLToPath } from "node:url";
import { launch } from "chrome-launcher";
import lighthouse, { type RunnerResult } from "lighthouse";
import { bookableCourse } from "./support/api.ts";
import { args, executablePath } from "./support/chromium.ts";
import { until } from "./support/ports.ts";
import { School } from "./support/school.ts";

const RUNS = 5;
const begin = "<!-- make lighthouse writes from here -->";
const end = "<!-- make lighthouse writes to here -->";
const report = fileURLToPath(new URL("../../docs/performance.md", import.meta.url));

const scores = {
  performance: "performance",
  accessibility: "accessibility",
  "best-practices": "best practices",
  seo: "SEO",
} as const;
const times = {
  "first-contentful-paint": "first paint",
  "largest-contentful-paint": "largest paint",
  "speed-index": "speed index",
  "total-blocking-time": "blocked",
} as const;

type Result = RunnerResult["lhr"];

async function measure(url: string): Promise<Result> {
  const chrome = await launch({
    chromePath: executablePath,
    chromeFlags: ["--headless=new", ...args],
  });
  try {
    const done = await lighthouse(url, { port: chrome.port, onlyCategories: Object.keys(scores) });
    if (!done) throw new Error(`Lighthouse says nothing of ${url}`);
    if (done.lhr.runtimeError) throw new Error(done.lhr.runtimeError.message);
    return done.lhr;
  } finally {
    chrome.kill();
  }
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** The row of one page: medians of its scores, times, shift and bytes. */
function row(name: string, runs: Result[]): string {
  const value = (audit: string) => median(runs.map((run) => run.audits[audit]?.numericValue ?? 0));
  const score = (category: string) =>
    Math.round(median(runs.map((run) => run.categories[category]?.score ?? 0)) * 100);
  return cells(
    name,
    ...Object.keys(scores).map(score),
    ...Object.keys(times).map((audit) => `${(value(audit) / 1000).toFixed(2)} s`),
    value("cumulative-layout-shift").toFixed(3),
    `${Math.round(value("total-byte-weight") / 1000)} kB`,
  );
}

function cells(...content: (string | number)[]): string {
  return `| ${content.join(" | ")} |`;
}

/** What is not perfect, once per page, so that the report says what to do next. */
function remarks(name: string, runs: Result[]): string[] {
  const last = runs.at(-1);
  const categories = Object.keys(scores).filter((category) => category !== "performance");
  const asked = categories.flatMap((category) => last?.categories[category]?.auditRefs ?? []);
  const failed = asked.filter(({ id, weight }) => weight > 0 && (last?.audits[id]?.score ?? 1) < 1);
  return failed.map(({ id }) => `- ${name}: ${last?.audits[id]?.title} (\`${id}\`)`);
}

/** The document with this text in place of the one between the marks; what stands around it is others'. */
function placed(document: string, text: string): string {
  const [before, rest] = document.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`${report} lost its marks`);
  return `${before}${begin}\n\n${text}\n\n${end}${after}`;
}

const school = await School.open();
try {
  const { id } = await bookableCourse(school.url, "Italien", "ONLINE");
  const pages = {
    home: "/",
    listing: "/courses?language=Italien&type=ONLINE",
    details: `/online-course-details?id=${id}`,
    FAQ: "/faq",
    contact: "/contacts",
  };
  const rows: string[] = [];
  const open: string[] = [];
  let browser = "";
  let version = "";
  for (const [name, path] of Object.entries(pages)) {
    // The server has just started: the first rendering of each page is slower than later visits.
    await until(`the server-rendered ${name}`, async () =>
      (await (await fetch(school.url + path)).text()).includes('id="server-rendered"'),
    );
    const runs: Result[] = [];
    while (runs.length < RUNS) runs.push(await measure(school.url + path));
    rows.push(row(name, runs));
    open.push(...remarks(name, runs));
    browser = runs[0]?.environment.hostUserAgent.match(/Chrome\/[\d.]+/)?.[0] ?? "";
    version = runs[0]?.lighthouseVersion ?? "";
    process.stdout.write(`${rows.at(-1)}\n`);
  }
  const head = ["page", ...Object.values(scores), ...Object.values(times), "shift", "transfer"];
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB`;
  const text = `The first visit to the demo school as Lighthouse sees it: a phone of the middle class over a slow mobile line (its
default, simulated), an empty cache, medians of ${RUNS} runs of the program as it is released. Written by
\`make lighthouse\`.

${cells(...head)}
${cells(...head.map((_, at) => (at === 0 ? "---" : "--:")))}
${rows.join("\n")}

${open.length > 0 ? `Not yet full marks:\n\n${open.join("\n")}\n` : "Accessibility, best practices and SEO leave nothing open."}

Measured on ${new Date().toISOString().slice(0, 10)} with Lighthouse ${version} and ${browser}, on ${machine}
(load ${loadavg()[0]?.toFixed(1)} at the end: the busier the machine, the worse the times).`;
  writeFileSync(report, placed(readFileSync(report, "utf8"), text));
} finally {
  await school.close();
}
