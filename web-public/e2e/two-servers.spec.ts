// Two servers on one PostgreSQL are one school: sessions, limits, holds and jobs.
import { expect, test } from "@playwright/test";
import { bookableCourse, Caller, draft, goodCard, visitorPassword } from "./support/api.ts";
import { password, School } from "./support/school.ts";

test("two servers on one PostgreSQL share sessions, limits, holds and jobs", async () => {
  const school = await School.open("postgres");
  try {
    const [one, two] = [school.servers[0]?.url ?? "", (await school.serve()).url];

    // Sessions: signed in on one, known on the other, signed out everywhere.
    const student = await new Caller(one).signIn("student@preau.test", password);
    expect((await student.on(two).call("GET", "/users/me")).status).toBe(200);
    expect((await student.on(two).call("POST", "/auth/logout", {})).status).toBeLessThan(300);
    expect((await student.call("GET", "/users/me")).status).toBe(401);

    // Limits: failures count together.
    const attempt = (url: string) =>
      new Caller(url).call("POST", "/auth/login", {
        email: "editor@preau.test",
        password: "tout à fait faux",
      });
    const statuses: number[] = [];
    for (let tries = 0; tries < 12; tries += 1) {
      statuses.push((await attempt(tries % 2 === 0 ? one : two)).status);
    }
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(401));
    expect(statuses.slice(10)).toEqual([429, 429]);

    // Holds: a seat held on one is gone on the other.
    const course = await bookableCourse(one);
    const email = `paul.${Date.now()}@exemple.test`;
    const checkout = await new Caller(one).ok("POST", "/checkout", draft(course, email));
    const seen = await new Caller(two).ok("GET", `/courses/${course.id}/details`);
    expect(seen.seatsLeft).toBe((course.seatsLeft ?? 0) - 1);

    // Paid on one, which is killed; completed on the other.
    await new Caller(one).call("POST", "/payment/sandbox/confirm", {
      clientSecret: checkout.clientSecret,
      ...goodCard,
    });
    await school.servers[0]?.kill("SIGKILL");
    const { status } = await new Caller(two).call(
      "POST",
      `/checkout/${checkout.reservationId}/complete`,
      { checkoutToken: checkout.checkoutToken },
    );
    expect(status).toBe(200);
    const payer = await new Caller(two).signIn(email, visitorPassword);
    const me = await payer.ok("GET", "/users/me");
    expect(await payer.ok("GET", `/subscriptions/user/${me.id}`)).toHaveLength(1);
    await school.mailbox.receive(email, /réservation est confirmée/);
    expect(
      school.mailbox.to(email).filter((mail) => /réservation est confirmée/.test(mail.subject)),
    ).toHaveLength(1);
    expect(school.run("doctor")).toBeTruthy();
  } finally {
    await school.close();
  }
});
