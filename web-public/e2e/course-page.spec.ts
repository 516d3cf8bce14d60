// The page of a course: price and button on the first screen at every width, what learners say, no heading over nothing.
import type { Locator, Page } from "@playwright/test";
import { bookableCourse } from "./support/api.ts";
import { accessible, expect, test } from "./support/test.ts";

const screens = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 834, height: 1112 },
  { width: 991, height: 900 },
  { width: 1024, height: 900 },
  { width: 1440, height: 900 },
  { width: 1366, height: 700 }, // too low for the whole panel: the bar stands in
];

const enrol = (page: Page) => page.getByRole("button", { name: /^S’inscrire( au cours)?$/ });
const bar = (page: Page) => enrol(page).filter({ hasText: /^S’inscrire$/ });

/** One of them is wholly in the window, and nothing lies over it. */
async function oneSeen(found: Locator): Promise<boolean> {
  const seen = await found.evaluateAll((elements) =>
    elements.map((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      if (right === left || top < 0 || bottom > innerHeight) return false;
      const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      return over !== null && (element.contains(over) || over.contains(element));
    }),
  );
  return seen.includes(true);
}

for (const size of screens) {
  test(`price and button are on the first screen at ${size.width} × ${size.height}`, async ({
    page,
    school,
  }) => {
    const { id } = await bookableCourse(school.url);
    await page.setViewportSize(size);
    await page.goto(`/online-course-details?id=${id}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect.poll(() => oneSeen(enrol(page))).toBe(true);
    expect(await oneSeen(page.getByText("240 €", { exact: true }))).toBe(true);
  });
}

test("the bar leaves while the button of the panel is in view", async ({ page, school }) => {
  const { id } = await bookableCourse(school.url);
  await page.setViewportSize({ width: 834, height: 1112 });
  await page.goto(`/online-course-details?id=${id}`);
  await expect(bar(page)).toBeVisible();
  await page.getByRole("button", { name: "S’inscrire au cours" }).scrollIntoViewIfNeeded();
  await expect(bar(page)).toBeHidden();
});

test("learners' reviews stand on the page with their average, some at a time", async ({
  page,
  school,
}) => {
  const { id } = await bookableCourse(school.url);
  school.sql(`DELETE FROM comments WHERE course_id = ${id}`);
  for (const [at, rating] of [5, 5, 4, 5, 4, 5].entries()) {
    school.sql(`INSERT INTO comments
      (course_id, signature, message, rating, active, created_at, updated_at) VALUES
      (${id}, 'Inès R.', 'Avis numéro ${at}.', ${rating}, 1, '2026-0${at + 1}-02 10:00:00', '2026-01-02 10:00:00')`);
  }
  school.sql(`INSERT INTO comments
    (course_id, signature, message, rating, active, created_at, updated_at) VALUES
    (${id}, 'Paul A.', 'Pas encore lu.', 1, 0, '2026-09-02 10:00:00', '2026-09-02 10:00:00')`);
  await page.goto(`/online-course-details?id=${id}`);
  const reviews = page.locator("#reviews");
  await expect(reviews.getByText("4,7 sur 5")).toBeVisible();
  await expect(reviews.getByText("6 avis")).toBeVisible();
  await expect(reviews.getByRole("listitem")).toHaveCount(4);
  await expect(reviews.getByRole("listitem").first()).toContainText("Avis numéro 5.");
  await reviews.getByRole("button", { name: "Voir d’autres avis" }).click();
  await expect(reviews.getByRole("listitem")).toHaveCount(6);
  await expect(reviews.getByRole("button")).toHaveCount(0);
  await expect(page.getByText("Pas encore lu.")).toHaveCount(0);
  await page.getByRole("link", { name: /4,7 sur 5/ }).click();
  await expect(reviews.getByRole("heading", { level: 2 })).toBeInViewport();
  await accessible(page);
});

test("without objectives and reviews there is no heading and no way to them", async ({
  page,
  school,
}) => {
  const { id } = await bookableCourse(school.url, "Chinois", "IN_PERSON");
  school.sql(`DELETE FROM objectives WHERE course_id = ${id}`);
  school.sql(`DELETE FROM comments WHERE course_id = ${id}`);
  school.sql(`DELETE FROM class_sessions WHERE course_id = ${id}`);
  await page.goto(`/online-course-details?id=${id}`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("heading", { name: "À la fin, vous saurez" })).toHaveCount(0);
  await expect(page.getByText(/avis/)).toHaveCount(0);
  const contents = page.getByRole("navigation", { name: "Sommaire" });
  await expect(contents.getByRole("link")).toHaveText([
    "Programme",
    "Professeur",
    "Infos pratiques",
  ]);
});

test("a card says dates and timetable on one line, on a phone on two", async ({ page }) => {
  const lines = async (width: number) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/courses?language=Italien&type=IN_PERSON");
    const when = page
      .getByRole("article")
      .first()
      .getByText(/^\d+(er)?\s\S+\s–\s/);
    await expect(when).toBeVisible();
    return when.evaluate((dates) => {
      const tops = [...(dates.parentElement?.querySelectorAll("span") ?? [])].map((span) =>
        [...span.getClientRects()].map(({ top }) => Math.round(top)),
      );
      return new Set(tops.flat()).size;
    });
  };
  expect(await lines(1440)).toBe(1);
  expect(await lines(390)).toBe(2);
});
