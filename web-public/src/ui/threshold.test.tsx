// Whether a course takes place, in one line and with what becomes of its learners.
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Course } from "web-shared/api/courses";
import { createQueryClient } from "web-shared/api/query";
import { addDays, day, today } from "web-shared/format/format";
import { Provider } from "web-shared/ui/Provider";
import { StartLine } from "./StartLine";
import { CourseThreshold } from "./Threshold";

const decisionDay = addDays(today(), 10);
const course = {
  startDate: addDays(today(), 24),
  endDate: addDays(today(), 90),
  free: false,
  minimumLearners: 4,
  decisionDay,
  enrolled: 2,
  startConfirmed: false,
};
const missing = `Encore 2 inscriptions pour démarrer, réponse le ${day(decisionDay, "medium")}`;

function show(more: Partial<typeof course> | { minimumLearners: null; decisionDay: null } = {}) {
  const shown = { ...course, ...more } as unknown as Course;
  document.body.replaceChildren();
  render(
    <Provider queries={createQueryClient()}>
      <div data-testid="card">
        <StartLine course={shown} />
      </div>
      <div data-testid="page">
        <CourseThreshold course={shown} />
      </div>
    </Provider>,
  );
  return {
    card: screen.getByTestId("card").textContent,
    page: screen.getByTestId("page").textContent,
  };
}

test("below its minimum a course says what is missing, until when, and what happens otherwise", () => {
  const { card, page } = show();
  expect(card).toBe(missing);
  expect(page).toBe(
    `${missing}Si le cours ne démarre pas, nous vous proposerons une autre date ou nous vous rembourserons.`,
  );
  expect(show({ enrolled: 3 }).card).toMatch(/^Encore 1 inscription pour démarrer/);
  expect(show({ free: true }).page).toMatch(/nous vous préviendrons par e-mail\.$/);
});

test("a decision that is late is said to come soon", () => {
  const { card } = show({ decisionDay: addDays(today(), -1) });
  expect(card).toBe("Encore 2 inscriptions pour démarrer, réponse sous peu");
});

test("a confirmed course says only that", () => {
  expect(show({ enrolled: 4 })).toEqual({ card: "Confirmé", page: "Confirmé" });
  expect(show({ startConfirmed: true })).toEqual({ card: "Confirmé", page: "Confirmé" });
});

test("a course without a minimum, and one that is over, say nothing", () => {
  const nothing = { card: "", page: "" };
  expect(show({ minimumLearners: null, decisionDay: null })).toEqual(nothing);
  expect(show({ endDate: addDays(today(), -1) })).toEqual(nothing);
});
