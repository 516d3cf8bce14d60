// What the tests of a waiting list share: a full course, an entry, answers of the server, and the pages in a router.
import { render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { createMemoryRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { vi } from "vitest";
import type { Course } from "web-shared/api/courses";
import { createQueryClient } from "web-shared/api/query";
import { startSession } from "web-shared/api/session";
import { languageRows, student } from "web-shared/fixtures";
import { addDays, today } from "web-shared/format/format";
import { Provider } from "web-shared/ui/Provider";
import type { Entry, SeatOffer } from "./api";

export const course = {
  id: 7,
  name: "In cucina",
  slug: "in-cucina",
  type: "IN_PERSON",
  language: "Italien",
  languageCode: "it",
  level: "A2",
  price: 120,
  pricePerHour: 8,
  totalHours: 15,
  startDate: addDays(today(), 8),
  endDate: addDays(today(), 70),
  latestStartDate: addDays(today(), 56),
  seatsLeft: 0,
  capacity: 8,
  free: false,
  bookable: false,
  refusal: { code: "full", message: "Ce cours est complet." },
  lateEntry: "FULL",
  sessionsSummary: null,
  schedule: "sam., 10 h",
  location: "Salle Olivier",
  teacherName: "Matteo Ferri",
  waiting: 4,
  offerHours: 24,
  modules: [
    { id: 1, title: "Al mercato", price: 40, chapters: [] },
    { id: 2, title: "Ai fornelli", price: 80, chapters: [] },
  ],
} as unknown as Course;

export const entry: Entry = {
  id: 5,
  version: 1,
  status: "WAITING",
  courseId: 7,
  courseName: "In cucina",
  courseType: "IN_PERSON",
  courseSlug: "in-cucina",
  reservedModuleIds: [],
  moduleTitles: [],
  requestedStartDate: null,
  rank: 5,
  createdAt: "2026-11-23T11:14:00.000Z",
  offer: null,
  firstName: "Nadège",
  learnerName: null,
  payerName: null,
  forAnother: false,
  beneficiaryId: null,
  email: "nadege@exemple.test",
};

const HOUR = 3_600_000; // milliseconds

/** An offer that can be answered for some minutes still. */
export function offered(minutes = 15 * 60 + 20, more: Partial<Entry> = {}): Entry {
  const offer: SeatOffer = {
    reservationId: 9,
    lines: [],
    amount: 110,
    startDate: course.startDate,
    offeredAt: new Date(Date.now() - HOUR).toISOString(),
    until: new Date(Date.now() + minutes * 60_000).toISOString(),
    hours: 24,
  };
  return { ...entry, status: "OFFERED", rank: null, offer, ...more };
}

export type Answer = (body: Record<string, unknown>) => Response | Promise<Response>;

export const json =
  (body: unknown, status = 200): Answer =>
  () =>
    Response.json(body, { status });
export const problem =
  (status: number, code: string, more: object = {}): Answer =>
  () =>
    Response.json({ status, code, message: `${code} en français`, ...more }, { status });

/** These pages, each at its path. */
export function open(
  path: string,
  pages: Record<string, ReactNode>,
  answers: Record<string, Answer> = {},
) {
  const sent: { call: string; body: Record<string, unknown> | null }[] = [];
  const all: Record<string, Answer> = {
    "GET /courses/7/details": json(course),
    "GET /languages": json(languageRows),
    "GET /waitlist/me": json([]),
    "GET /users/me/learners": json([]),
    ...answers,
  };
  vi.stubGlobal("fetch", async (input: Request | string) => {
    if (typeof input === "string") return Response.json([]);
    const call = `${input.method} ${new URL(input.url).pathname.replace("/api", "")}`;
    const text = input.method === "GET" ? "" : await input.text();
    const body = text ? JSON.parse(text) : null;
    sent.push({ call, body });
    return all[call]?.(body ?? {}) ?? problem(404, "not_found")({});
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
