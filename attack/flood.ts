// A minute in which one visitor guesses passwords of ever new addresses as fast as the server answers, from an IPv4 address
// and from the networks of one IPv6 allocation. Beside it people sign in, one of them from the guesser's own network, and
// visitors buy. Fails when one of them is refused or waits for two seconds, or when the books are not clean after it.
import { Caller, draft } from "../web-public/e2e/support/api.ts";
import { password, School } from "../web-public/e2e/support/school.ts";
import { roomyCourse } from "./course.ts";

const SECONDS = Number(process.env.SECONDS ?? 60);
const MOST_MILLISECONDS = 2_000;
const GUESSERS = 16;
const OWN_NETWORK = "203.0.113.9";

type Answer = { status: number; milliseconds: number };

const school = await School.open({ PREAU_TRUSTED_PROXIES: "127.0.0.1,::1" });
const end = Date.now() + SECONDS * 1_000;
const guesses = new Map<number, number>();
const waited: Record<string, Answer[]> = {
  "sign-in": [],
  "sign-in from the guesser's network": [],
  checkout: [],
};

async function ask(path: string, from: string, body: unknown): Promise<Answer> {
  const begun = performance.now();
  const response = await fetch(`${school.url}/api${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": from },
    body: JSON.stringify(body),
  });
  await response.arrayBuffer();
  return { status: response.status, milliseconds: performance.now() - begun };
}

async function guess(guesser: number): Promise<void> {
  for (let n = 0; Date.now() < end; n++) {
    // Half of them from one address, half from as many networks of one allocation as there are guesses.
    const from =
      guesser % 2 === 0 ? OWN_NETWORK : `2001:db8:7:${(n % 65_536).toString(16)}::${guesser}`;
    const email = `nobody${guesser}-${n}@example.fr`;
    const { status } = await ask("/auth/login", from, { email, password: `zebre-bleu-${n}` });
    guesses.set(status, (guesses.get(status) ?? 0) + 1);
  }
}

/** One call after the other, a few a second, as people come. */
async function people(what: string, call: (n: number) => Promise<Answer>): Promise<void> {
  for (let n = 0; Date.now() < end; n++) {
    waited[what]?.push(await call(n));
    await new Promise((resolve) => setTimeout(resolve, 400));
  }
}

const signIn = (from: string) =>
  ask("/auth/login", from, { email: "student@preau.test", password });

const say = (line: string) => process.stdout.write(`${line}\n`);
let failed = false;
try {
  const course = await roomyCourse(new Caller(school.url));
  await signIn(OWN_NETWORK); // the account is known there
  await Promise.all([
    ...Array.from({ length: GUESSERS }, (_, guesser) => guess(guesser)),
    people("sign-in", (n) => signIn(`198.51.100.${n % 250}`)),
    people("sign-in from the guesser's network", () => signIn(OWN_NETWORK)),
    people("checkout", (n) =>
      ask("/checkout", `198.51.100.${n % 250}`, draft(course, `zoe${n}@example.fr`)),
    ),
  ]);
  const answered = [...guesses].map(([status, times]) => `${times} × ${status}`).join(", ");
  say(`guesses in ${SECONDS} s: ${answered}`);
  for (const [what, answers] of Object.entries(waited)) {
    const slowest = Math.max(...answers.map(({ milliseconds }) => milliseconds));
    const refused = answers.filter(({ status }) => status >= 300);
    const statuses = [...new Set(refused.map(({ status }) => status))].join(", ");
    const asked = `${what}: ${answers.length} times, slowest ${Math.round(slowest)} ms`;
    say(
      `${asked}, ${refused.length === 0 ? "all answered" : `${refused.length} refused (${statuses})`}`,
    );
    failed ||= refused.length > 0 || slowest > MOST_MILLISECONDS || answers.length === 0;
  }
  say(school.run("doctor").trim());
} catch (error) {
  say(String(error));
  failed = true;
} finally {
  await school.close();
}
process.exitCode = failed ? 1 : 0;
