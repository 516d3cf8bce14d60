// What the tests of proposals share: proposals, answers of the server, and the pages in a router.
import { render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { createMemoryRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { vi } from "vitest";
import { createQueryClient } from "web-shared/api/query";
import { startSession } from "web-shared/api/session";
import { languageRows, student } from "web-shared/fixtures";
import { Provider } from "web-shared/ui/Provider";
import type { Proposal } from "./api";

/** Other dates for a course that was paid by card. */
export const newDates: Proposal = {
  id: 12,
  kind: "NEW_DATES",
  status: "OPEN",
  answerBy: "2030-11-08",
  answeredAt: null,
  reason: null,
  courseId: 7,
  courseName: "In cucina",
  courseSlug: "in-cucina",
  startDate: "2030-11-09",
  endDate: "2031-01-25",
  schedule: "sam., 10 h",
  newCourseId: 7,
  newCourseName: "In cucina",
  newCourseSlug: "in-cucina",
  newStartDate: "2030-11-23",
  newEndDate: "2031-02-08",
  newSchedule: "sam., 10 h",
  newLocation: "Salle Olivier",
  newDecisionDay: null,
  learnerName: "Jeanne Morel",
  forAnother: false,
  reservationId: 9,
  paid: 120,
  newPrice: 120,
  refundIfAccepted: 0,
  refundIfRefused: 120,
  byHand: false,
};

/** A cheaper course in place of it. */
export const otherCourse: Proposal = {
  ...newDates,
  kind: "OTHER_COURSE",
  newCourseId: 8,
  newCourseName: "Primi passi",
  newCourseSlug: "primi-passi",
  newSchedule: "lun., 18 h 30",
  newPrice: 90,
  refundIfAccepted: 30,
};

export type Answer = (body: Record<string, unknown> | null) => Response | Promise<Response>;

export const json =
  (body: unknown, status = 200): Answer =>
  () =>
    Response.json(body, { status });
export const problem =
  (status: number, code: string): Answer =>
  () =>
    Response.json({ status, code, message: `${code} en français` }, { status });
/** No answer comes. */
export const unreachable: Answer = () => Promise.reject(new TypeError("no network"));

const course = {
  id: 7,
  name: "In cucina",
  slug: "in-cucina",
  type: "IN_PERSON",
  language: "Italien",
  languageCode: "it",
  level: "A2",
  startDate: newDates.newStartDate,
  endDate: newDates.newEndDate,
};

/** These pages, each at its path. */
export function open(
  path: string,
  pages: Record<string, ReactNode>,
  answers: Record<string, Answer> = {},
) {
  const sent: { call: string; body: Record<string, unknown> | null }[] = [];
  const all: Record<string, Answer> = {
    "GET /courses/7/details": json(course),
    "GET /courses/8/details": json({ ...course, id: 8, name: "Primi passi" }),
    "GET /languages": json(languageRows),
    ...answers,
  };
  vi.stubGlobal("fetch", async (input: Request | string) => {
    if (typeof input === "string") return Response.json([]);
    const call = `${input.method} ${new URL(input.url).pathname.replace("/api", "")}`;
    const text = input.method === "GET" ? "" : await input.text();
    const body = text ? JSON.parse(text) : null;
    sent.push({ call, body });
    return all[call]?.(body) ?? problem(404, "not_found")(null);
  });
  const routes = Object.entries(pages).map(([at, element]) => ({ path: at, element }));
  const router = createMemoryRouter([...routes, { path: "*", element: <p>ailleurs</p> }], {
    initialEntries: [path],
  });
  render(
    <Provider queries={createQueryClient()}>
      <RouterProvider router={router} />
    </Provider>,
  );
  const bodies = (call: string) => sent.filter((one) => one.call === call).map(({ body }) => body);
  return { router, bodies, answers: all, user: userEvent.setup() };
}

export function signIn(): void {
  startSession({ accessToken: "a", refreshToken: "r", user: student }, false);
}
