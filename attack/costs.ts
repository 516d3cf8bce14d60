// What one request and one network address can cost the school: every call of the API that a visitor or a student may make,
// sent with its own example and with hostile bodies to a demo school. Prints a table in Markdown for docs/security.md, and
// fails where a visitor's call costs more than it may, or writes without a limit.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Caller, type Course, draft } from "../web-public/e2e/support/api.ts";
import { password, School } from "../web-public/e2e/support/school.ts";
import { roomyCourse } from "./course.ts";

/** Times each body is sent: the clock of a process ticks a hundred times a second. */
const TIMES = 20;
/** What writes is sent until it is refused, at most so often. */
const MOST_WRITES = 400;
/** Most a visitor's call may cost: milliseconds of processor, and megabytes beside its body. */
const MOST = { milliseconds: 50, megabytes: 1 };
/** Calls that hash a password, whose cost is bounded by the queue of hashes. */
const HASHES =
  /^(\/auth\/(login|register)|\/users\/register|\/checkout|\/users\/\{id\}\/reset-password)$/;

/** They would end the session that the others are called with. */
const ENDS = [
  "POST /auth/logout",
  "DELETE /auth/sessions/{id}",
  "DELETE /users/me",
  "PUT /users/{id}/reset-password",
];

type Call = { method: string; path: string; who: "visitor" | "student" };
type Cost = Call & {
  milliseconds: number;
  megabytes: number;
  rows: number;
  mails: number;
  limit: string;
};

const root = new URL("..", import.meta.url).pathname;

const calls: Call[] = readFileSync(join(root, "core/src/access.tsv"), "utf8")
  .split("\n")
  .filter((line) => line && !line.startsWith("#"))
  .map((line) => line.split("\t"))
  .filter(([, , visitor, student]) => [visitor, student].some((may) => may !== "no"))
  .filter(([method, path]) => !ENDS.includes(`${method} ${path}`))
  .map(([method = "", path = "", visitor]) => ({
    method,
    path,
    who: visitor === "no" ? "student" : "visitor",
  }));

/** Bodies of the wrong shape and size, each below the limit on bytes. */
const HOSTILE: Record<string, string> = {
  wide: `[${"1,".repeat(120_000)}1]`,
  controls: `{"a":[${'"\\u0001",'.repeat(30_000)}""]}`,
  deep: "[".repeat(100_000),
  names: `{${Array.from({ length: 9_000 }, (_, n) => `"${n}${"x".repeat(15)}":1`).join(",")}}`,
  long: JSON.stringify(
    Object.fromEntries(
      ["email", "password", "name", "message", "q"].map((name) => [name, "é".repeat(24_000)]),
    ),
  ),
};

const person = (n: number) => ({
  firstName: "Zoé",
  lastName: "Martin",
  email: `zoe${n}@example.fr`,
  phoneNumber: "0612345678",
  dialCode: "+33",
  country: "France",
  birthDate: "1990-02-28",
});
const newPassword = { password: "zebre-bleu-7", passwordConfirmation: "zebre-bleu-7" };

/** Bodies that are accepted, each of them another: how often do they write? */
const ACCEPTED: Record<string, (n: number) => unknown> = {
  "POST /auth/register": (n) => ({ ...person(n), ...newPassword }),
  "POST /users/register": (n) => ({ ...person(1000 + n), ...newPassword }),
  "POST /users/forgot-password": () => ({ email: "student@preau.test" }),
  "POST /users/beneficiaries": (n) => person(2000 + n),
  "POST /users/me/verification": () => ({}),
  "POST /contact": (n) => ({
    name: "Zoé",
    email: `zoe${n}@example.fr`,
    subject: "Horaires",
    message: "Bonjour à vous tous.",
  }),
  "POST /email/send": (n) => ({
    name: "Zoé",
    email: `zoe${n}@example.fr`,
    subject: "Horaires",
    message: "Bonjour à vous tous.",
  }),
  "POST /comments": () => ({ message: "Un très bon cours.", rating: 5 }),
  "POST /payment/create-payment-intent": () => ({ amount: 10 }),
  "POST /checkout": (n) => draft(course, `buyer${n}@example.fr`),
};

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

class Meter {
  readonly school: School;
  readonly pid: number;

  constructor(school: School) {
    this.school = school;
    this.pid = school.servers[0]?.process.pid ?? 0;
  }

  /** Milliseconds of processor so far. */
  processor(): number {
    const fields = readFileSync(`/proc/${this.pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return (Number(fields[11]) + Number(fields[12])) * 10;
  }

  memory(name: "VmHWM" | "VmRSS"): number {
    const status = readFileSync(`/proc/${this.pid}/status`, "utf8");
    return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
  }

  forgetPeak(): void {
    writeFileSync(`/proc/${this.pid}/clear_refs`, "5");
  }

  rows(): { rows: number; mails: number } {
    const database = new DatabaseSync(join(this.school.directory, "preau.db"), { readOnly: true });
    const tables = database
      .prepare(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name <> 'rate_limits'",
      )
      .all() as { name: string }[];
    const count = (name: string) =>
      Number((database.prepare(`SELECT COUNT(*) AS n FROM "${name}"`).get() as { n: number }).n);
    const counted = {
      rows: tables.reduce((sum, { name }) => sum + count(name), 0),
      mails: count("mails"),
    };
    database.close();
    return counted;
  }
}

/** The status of the answer; 0 where the server hung up before it had read the body. */
async function send(url: string, token: string, call: Call, body?: string): Promise<number> {
  const address = `${url}/api${call.path.replace(/\{[^}]+\}/g, "1")}`;
  const headers = {
    ...(call.who === "student" && { authorization: `Bearer ${token}` }),
    ...(body !== undefined && { "content-type": "application/json" }),
  };
  try {
    const response = await fetch(address, { method: call.method, headers, body: body ?? null });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}

async function costOf(meter: Meter, token: string, call: Call): Promise<Cost> {
  const { school } = meter;
  const writes = call.method !== "GET";
  const bodies: (string | undefined)[] = writes ? ["{}", ...Object.values(HOSTILE)] : [undefined];
  let [milliseconds, megabytes] = [0, 0];
  const before = meter.rows();
  let limit = "";
  const accepted = ACCEPTED[`${call.method} ${call.path}`];
  // How often does it write? Then what is hostile costs.
  for (let n = 0; accepted && !limit && n < MOST_WRITES; n++) {
    if ((await send(school.url, token, call, JSON.stringify(accepted(n)))) === 429)
      limit = `after ${n}`;
  }
  const measured = async (body?: string) => {
    meter.forgetPeak();
    const [spent, held] = [meter.processor(), meter.memory("VmRSS")];
    for (let n = 0; n < TIMES; n++) await send(school.url, token, call, body);
    const grown = meter.memory("VmHWM") - held - (body?.length ?? 0) / 1e6;
    return { milliseconds: (meter.processor() - spent) / TIMES, megabytes: grown };
  };
  for (const body of bodies) {
    // Twice: what is set up once, or done beside it, is not what a request costs.
    const [first, second] = [await measured(body), await measured(body)];
    milliseconds = Math.max(milliseconds, Math.min(first.milliseconds, second.milliseconds));
    megabytes = Math.max(megabytes, Math.min(first.megabytes, second.megabytes));
  }
  const after = meter.rows();
  const grown = { rows: after.rows - before.rows, mails: after.mails - before.mails };
  return {
    ...call,
    milliseconds,
    megabytes: Math.max(0, megabytes),
    ...grown,
    limit: limit || "none",
  };
}

let course: Course;
const school = await School.open();
const faults: string[] = [];
try {
  const meter = new Meter(school);
  course = await roomyCourse(new Caller(school.url));
  const { token = "" } = await new Caller(school.url).signIn("student@preau.test", password);
  // The program warms up.
  for (const call of calls) await send(school.url, token, { ...call, method: "GET" });
  say("| call | who | processor, ms | memory, MB | rows of all tries | mails | refused |");
  say("|---|---|---|---|---|---|---|");
  for (const call of calls) {
    const cost = await costOf(meter, token, call);
    const name = `${cost.method} ${cost.path}`;
    const { milliseconds, megabytes, rows, mails, limit } = cost;
    say(
      `| \`${name}\` | ${cost.who} | ${milliseconds.toFixed(1)} | ${megabytes.toFixed(1)} | ${rows} | ${mails} | ${limit} |`,
    );
    if (cost.who !== "visitor") continue;
    if (!HASHES.test(cost.path) && milliseconds > MOST.milliseconds)
      faults.push(`${name}: ${milliseconds} ms`);
    if (!HASHES.test(cost.path) && megabytes > MOST.megabytes)
      faults.push(`${name}: ${megabytes.toFixed(1)} MB`);
    if (rows >= TIMES && limit === "none") faults.push(`${name}: ${rows} rows and no limit`);
  }
} finally {
  await school.close();
}
for (const fault of faults) say(`too much: ${fault}`);
process.exitCode = faults.length > 0 ? 1 : 0;
