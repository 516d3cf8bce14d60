// The server killed while the last lesson of a course is opened, and started again: the course is
// completed whole or not at all, with one certificate; the school and the learner have one letter each,
// and the doctor finds nothing.
import { expect, test } from "@playwright/test";
import { Caller } from "./support/api.ts";
import { password, School } from "./support/school.ts";

/** The student's course under way, and the calls that open what they have not read of it. */
async function underWay(student: Caller) {
  const me = await student.ok("GET", "/users/me");
  const all = await student.ok("GET", `/subscriptions/user/${me.id}`);
  const mine = all.find((one: { displayStatus: string }) => one.displayStatus === "ACTIVE");
  const views: string[] = [];
  for (const { moduleId } of mine.modules) {
    const path = `/progress/module?subscriptionId=${mine.id}&moduleId=${moduleId}`;
    for (const { lessons } of (await student.ok("GET", path)).chapters) {
      for (const lesson of lessons) {
        if (!lesson.viewed) {
          views.push(`/progress/view?subscriptionId=${mine.id}&lessonId=${lesson.id}`);
        }
      }
    }
  }
  return { subscription: `/subscriptions/${mine.id}`, views };
}

for (const engine of ["sqlite", "postgres"] as const) {
  for (const step of [
    "progress.viewed",
    "certificate.issued",
    "progress.completed",
    "progress.committed",
  ]) {
    test(`killed at ${step} on ${engine}, a course is completed whole or not at all`, async () => {
      test.setTimeout(150_000);
      const school = await School.open(engine);
      try {
        const student = await new Caller(school.url).signIn("student@preau.test", password);
        const { subscription, views } = await underWay(student);
        // Online, where a completion earns a certificate.
        const id = subscription.split("/").at(-1);
        await school.sql(
          `UPDATE courses SET type = 'ONLINE' WHERE id = (SELECT course_id FROM subscriptions WHERE id = ${id})`,
        );
        const last = views.pop() ?? "";
        for (const view of views) await student.ok("POST", view);

        await school.servers[0]?.kill();
        const dying = await school.serve({ PREAU_CRASH_AT: step });
        await student
          .on(dying.url)
          .call("POST", last)
          .catch(() => null);
        await dying.ended();
        student.url = (await school.serve()).url;
        const after = await student.ok("GET", subscription);
        expect(after.status).toBe(step === "progress.committed" ? "COMPLETED" : "ACTIVE");
        expect(after.progressionPercentage).toBe(step === "progress.committed" ? 100 : 94);
        expect(school.run("doctor")).toBeTruthy();

        const again = await student.ok("POST", last);
        expect(again.course).toMatchObject({ percent: 100, completed: true });
        await school.mailbox.receive("ecole@preau.test", /Cours terminé/);
        await student.ok("POST", last);
        expect(school.mailbox.to("ecole@preau.test")).toHaveLength(1);
        const certificates = await student.ok("GET", "/certificates/me");
        const issued = certificates.filter(
          (one: { subscriptionId: number }) =>
            subscription === `/subscriptions/${one.subscriptionId}`,
        );
        expect(issued).toHaveLength(1);
        const brought = await school.mailbox.receive("student@preau.test", /attestation/);
        expect(brought.subject).toContain(issued[0].courseName);
        expect(
          school.mailbox
            .to("student@preau.test")
            .filter((mail) => /attestation/.test(mail.subject)),
        ).toHaveLength(1);
        expect(school.run("doctor")).toBeTruthy();
      } finally {
        await school.close();
      }
    });
  }
}
