// The server killed at each step between paying and being enrolled, and started again: the
// subscription exists once, one mail of each kind, and the doctor finds nothing.
import { expect, test } from "@playwright/test";
import { bookableCourse, Caller, draft, goodCard, visitorPassword } from "./support/api.ts";
import { until } from "./support/ports.ts";
import { password, School } from "./support/school.ts";

const steps = ["payment.succeeded", "invoice.numbered", "invoice.issued", "completion.committed"];

/** A school whose server dies at `step`, with a visitor who is about to book there. */
async function schoolThatDies(engine: "sqlite" | "postgres", step: string, name: string) {
  const school = await School.open(engine, { PREAU_CRASH_AT: step });
  const email = `${name}.${Date.now()}@exemple.test`;
  const visitor = new Caller(school.url);
  const course = await bookableCourse(school.url);
  return { school, email, visitor, course, body: draft(course, email) };
}

/** The visitor pays; the server dies over it and is started again, with nothing to die at. */
async function payThroughDeath({
  school,
  visitor,
  body,
}: Awaited<ReturnType<typeof schoolThatDies>>) {
  const checkout = await visitor.ok("POST", "/checkout", body);
  await visitor
    .call("POST", "/payment/sandbox/confirm", { clientSecret: checkout.clientSecret, ...goodCard })
    .catch(() => null);
  await startAgain(school, visitor);
  return checkout;
}

async function startAgain(school: School, visitor: Caller) {
  await school.servers[0]?.ended();
  await school.makeJobsDue();
  await school.serve({ PREAU_CRASH_AT: "" });
  visitor.url = school.url;
}

/** What the books must say once somebody was enrolled, however often the server died. */
async function enrolledOnce(school: School, visitor: Caller, email: string) {
  visitor.url = school.url;
  // The job that completes what nobody completed runs every minute.
  await school.mailbox.receive(email, /réservation est confirmée/, 80_000);
  await visitor.signIn(email, visitorPassword);
  const me = await visitor.ok("GET", "/users/me");
  expect(await visitor.ok("GET", `/subscriptions/user/${me.id}`)).toHaveLength(1);
  await school.mailbox.receive("ecole@preau.test", /./);
  expect(school.run("doctor")).toBeTruthy();
  for (const address of [email, "ecole@preau.test"]) {
    const subjects = school.mailbox.to(address).map((mail) => mail.subject);
    expect(new Set(subjects).size, subjects.join(" | ")).toBe(subjects.length);
  }
}

for (const engine of ["sqlite", "postgres"] as const) {
  for (const step of steps) {
    test(`killed at ${step} on ${engine}, a paid visitor is enrolled once`, async () => {
      const stage = await schoolThatDies(engine, step, "jeanne");
      const { school, visitor, email } = stage;
      try {
        const { reservationId, checkoutToken } = await payThroughDeath(stage);
        const done = await until("the completion", async () => {
          const path = `/checkout/${reservationId}/complete`;
          const { status, json } = await visitor.call("POST", path, { checkoutToken });
          return status === 200 && json;
        });
        expect(done.reservation.status).toBe("CONFIRMED");
        await enrolledOnce(school, visitor, email);
      } finally {
        await school.close();
      }
    });
  }

  test(`killed with SIGKILL right after paying on ${engine}, with the browser gone: the job enrols`, async () => {
    test.setTimeout(150_000);
    const stage = await schoolThatDies(engine, "payment.succeeded", "louis");
    try {
      // Nobody calls /complete: the browser was closed.
      await payThroughDeath(stage);
      await enrolledOnce(stage.school, stage.visitor, stage.email);
    } finally {
      await stage.school.close();
    }
  });
}

for (const [engine, step] of [
  ["sqlite", "invoice.credited"],
  ["postgres", "invoice.credited"],
  // The provider has given the money back, and nothing is noted of it yet.
  ["sqlite", "refund.executed"],
  ["postgres", "refund.executed"],
] as const) {
  test(`killed at ${step} on ${engine}, the money goes back once and is credited once`, async () => {
    test.setTimeout(240_000);
    const stage = await schoolThatDies(engine, step, "emma");
    const { school, visitor, email, body } = stage;
    try {
      const checkout = await visitor.ok("POST", "/checkout", body);
      const { clientSecret, reservationId, checkoutToken } = checkout;
      await visitor.ok("POST", "/payment/sandbox/confirm", { clientSecret, ...goodCard });
      await visitor.ok("POST", `/checkout/${reservationId}/complete`, { checkoutToken });
      const admin = await new Caller(school.url).signIn("admin@preau.test", password);
      await admin.ok("PATCH", `/reservations/${reservationId}/cancel`, {});
      // The job that gives money back dies over it.
      await school.makeJobsDue();
      await school.servers[0]?.ended(90_000);
      // The dead server's lease runs out.
      await school.sql("UPDATE refunds SET next_attempt_at = '2026-01-01T00:00:00Z'");
      await school.makeJobsDue();
      await school.serve({ PREAU_CRASH_AT: "" });
      admin.url = school.url;
      await school.mailbox.receive(email, /avoir A\d{4}-\d{5}/, 150_000);
      const { purchase } = await admin.ok("GET", `/reservations/${reservationId}`);
      const kinds = purchase.papers.map((paper: { kind: string }) => paper.kind);
      expect(kinds).toEqual(["INVOICE", "CREDIT_NOTE"]);
      expect(purchase.papers[1].total).toBe(purchase.amount);
      expect(school.run("doctor")).toBeTruthy();
    } finally {
      await school.close();
    }
  });
}

test("killed before the answer of the checkout, the same visitor tries again and holds one seat", async () => {
  test.setTimeout(150_000);
  const stage = await schoolThatDies("sqlite", "checkout.intent-opened", "anna");
  const { school, visitor, email, course, body } = stage;
  try {
    const key = { "idempotency-key": `checkout-${Date.now()}` };
    await visitor.call("POST", "/checkout", body, key).catch(() => null);
    await school.servers[0]?.ended();
    await school.endClaims();
    await startAgain(school, visitor);
    const checkout = await until(
      "the same request to be taken again",
      async () => {
        const { status, json } = await visitor.call("POST", "/checkout", body, key);
        return status < 300 && json;
      },
      90_000,
    );
    const seen = await visitor.ok("GET", `/courses/${course.id}/details`);
    expect(seen.seatsLeft).toBe((course.seatsLeft ?? 0) - 1);
    await visitor.ok("POST", "/payment/sandbox/confirm", {
      clientSecret: checkout.clientSecret,
      ...goodCard,
    });
    await enrolledOnce(school, visitor, email);
  } finally {
    await school.close();
  }
});
