// The review at the end of a course: asked for once, told to the school once, shown once staff has seen it.
import type { Caller } from "./support/api.ts";
import { arrive, type Subscription } from "./support/learner.ts";
import { accessible, expect, test } from "./support/test.ts";

const SCHOOL = "ecole@preau.test";

/** Views every lesson of a subscription. */
async function completeCourse(student: Caller, { id, modules }: Subscription): Promise<void> {
  for (const { moduleId } of modules) {
    const module = await student.ok(
      "GET",
      `/progress/module?subscriptionId=${id}&moduleId=${moduleId}`,
    );
    const lessons = module.chapters.flatMap(
      (chapter: { lessons: { id: number }[] }) => chapter.lessons,
    );
    for (const lesson of lessons)
      await student.ok("POST", `/progress/view?subscriptionId=${id}&lessonId=${lesson.id}`);
  }
}

test("a completed course asks for a review once; the school gets one mail, the review waits for it", async ({
  page,
  school,
}) => {
  const { student, subscription, address } = await arrive(page, school, "ACTIVE");
  await completeCourse(student, subscription);
  await page.goto(address);
  const dialog = page.getByRole("dialog", { name: "Qu’avez-vous pensé de ce cours ?" });
  await expect(dialog).toContainText(subscription.courseName);
  await accessible(page);
  await dialog.getByRole("button", { name: "Plus tard" }).click();
  await expect(dialog).toHaveCount(0);
  await page.reload();
  await expect(page.getByText("Cours terminé")).toBeVisible();
  await expect(dialog).toHaveCount(0);

  const giveReview = page.getByRole("button", { name: "Donner mon avis" });
  await giveReview.click();
  await dialog.getByRole("radio", { name: "5 étoiles sur 5" }).press("ArrowLeft");
  await dialog.getByLabel("Votre message").fill("On parle dès la première séance.");
  await dialog.getByRole("button", { name: "Envoyer mon avis" }).dblclick();
  await expect(dialog.getByText("Merci pour votre avis !")).toBeVisible();
  await expect(dialog).toHaveCount(0, { timeout: 8_000 });
  await expect(giveReview).toHaveCount(0);

  const { id } = await student.ok("GET", "/users/me");
  const own = await student.ok("GET", `/comments/user/${id}`);
  expect(own).toHaveLength(1);
  expect(own[0]).toMatchObject({ rating: 4, active: false, courseId: subscription.courseId });
  const mail = await school.mailbox.receive(SCHOOL, new RegExp(subscription.courseName));
  expect(school.mailbox.to(SCHOOL)).toEqual([mail]);
});
