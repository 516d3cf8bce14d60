// The server killed while a withdrawal, its decision, a refund, a sale at the desk or the end of a course is written,
// and right after: started again and asked again, everything is there once and the doctor finds nothing.
import { expect, test } from "@playwright/test";
import { bookableCourse, Caller, draft, goodCard, visitorPassword } from "./support/api.ts";
import { openFirstLesson } from "./support/learner.ts";
import { until } from "./support/ports.ts";
import { password, School } from "./support/school.ts";

interface Stage {
  school: School;
  admin: Caller;
  payer: Caller;
  courseId: number;
  reservationId: number;
}

/** Somebody has bought a course of a school whose server dies at `step`. */
async function stageThatDies(engine: "sqlite" | "postgres", step: string): Promise<Stage> {
  const school = await School.open(engine, { PREAU_CRASH_AT: step });
  const course = await bookableCourse(school.url);
  const email = `zoe.${Date.now()}@exemple.test`;
  const visitor = new Caller(school.url);
  const started = await visitor.ok("POST", "/checkout", draft(course, email));
  const { reservationId, checkoutToken, clientSecret } = started;
  await visitor.ok("POST", "/payment/sandbox/confirm", { clientSecret, ...goodCard });
  await visitor.ok("POST", `/checkout/${reservationId}/complete`, { checkoutToken });
  const payer = await new Caller(school.url).signIn(email, visitorPassword);
  const admin = await new Caller(school.url).signIn("admin@preau.test", password);
  return { school, admin, payer, courseId: course.id, reservationId };
}

type Call = (stage: Stage) => Promise<unknown>;

const withdraw: Call = ({ payer, reservationId }) =>
  payer.call("POST", `/reservations/${reservationId}/withdraw`);

const cancelCourse: Call = async ({ admin, courseId }) => {
  const path = `/courses/admin/${courseId}/cancel`;
  const { fingerprint } = await admin.ok("GET", path);
  return admin.call("POST", path, { fingerprint, reason: "La professeure est souffrante." });
};

/** Asked again and again with the same key, until the server has an answer. */
function insist(caller: Caller, path: string, body: unknown) {
  const headers = { "idempotency-key": path };
  return until(
    `an answer to ${path}`,
    async () => {
      const { status, json } = await caller.call("POST", path, body, headers);
      if (status >= 500 || (status === 409 && json.code === "idempotency_in_flight")) return false;
      return { status, json };
    },
    90_000,
  );
}

const sell: Call = ({ admin, courseId }) => {
  const start = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
  const learner = { firstName: "Rosa", lastName: "Diaz", email: "rosa@exemple.test" };
  const sale = { courseId, reservedModuleIds: [], requestedStartDate: start, learner };
  return insist(admin, "/reservations/desk", { ...sale, payment: { method: "CASH" } });
};

const giveBack: Call = ({ admin, reservationId }) =>
  insist(admin, `/reservations/${reservationId}/refund`, { amount: 10, note: "Salle froide" });

/** The provider has refused; the school gives it back itself. */
const settleByHand: Call = async (stage) => {
  await giveBack(stage);
  await stage.school.sql("UPDATE refunds SET status = 'FAILED' WHERE status = 'PENDING'");
  const { history } = await stage.admin.ok("GET", `/reservations/${stage.reservationId}`);
  return insist(stage.admin, `/refunds/${history.refunds[0].id}/by-hand`, { method: "CASH" });
};

/** Withdrawn after the first lesson: how much goes back is decided. */
const decide: Call = async (stage) => {
  const { admin, payer, reservationId } = stage;
  const { status } = await payer.ok("GET", `/reservations/${reservationId}`);
  if (status === "CONFIRMED") await openFirstLesson(payer);
  await withdraw(stage);
  const { purchase } = await payer.ok("GET", `/reservations/${reservationId}`);
  return insist(admin, `/withdrawals/${purchase.withdrawal.id}/decision`, { amount: 10 });
};

const STEPS: [string, Call][] = [
  ["withdrawal.written", withdraw],
  ["withdrawal.committed", withdraw],
  ["decision.written", decide],
  ["decision.committed", decide],
  ["refund.written", giveBack],
  ["refund.committed", giveBack],
  ["refund.settled", settleByHand],
  ["desk.written", sell],
  ["desk.committed", sell],
  ["course.cancelled", cancelCourse],
  ["course.cancelled.committed", cancelCourse],
];

for (const engine of ["sqlite", "postgres"] as const) {
  for (const [step, call] of STEPS) {
    test(`killed at ${step} on ${engine}, asked again it is done once`, async () => {
      test.setTimeout(150_000);
      const stage = await stageThatDies(engine, step);
      const { school, admin, payer } = stage;
      try {
        await Promise.race([
          Promise.resolve(call(stage)).catch(() => null),
          school.servers[0]?.ended(),
        ]);
        await school.servers[0]?.ended();
        await school.endClaims();
        await school.serve({ PREAU_CRASH_AT: "" });
        admin.url = school.url;
        payer.url = school.url;
        await call(stage);
        expect(school.run("doctor")).toBeTruthy();
        const { history } = await admin.ok("GET", `/reservations/${stage.reservationId}`);
        expect(history.refunds).toHaveLength(call === sell ? 0 : 1);
        if (call === sell) {
          expect(await admin.ok("GET", "/reservations?q=rosa%40exemple.test")).toHaveLength(1);
        }
      } finally {
        await school.close();
      }
    });
  }
}
