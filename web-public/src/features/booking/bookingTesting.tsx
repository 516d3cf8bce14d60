// What the tests of a booking share: a course, people, answers of the server, and the pages in a router.
import { render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, type InitialEntry, type RouteObject } from "react-router";
import { RouterProvider } from "react-router/dom";
import { vi } from "vitest";
import type { Course } from "web-shared/api/courses";
import { createQueryClient } from "web-shared/api/query";
import { student } from "web-shared/fixtures";
import { addDays, today } from "web-shared/format/format";
import { Provider } from "web-shared/ui/Provider";
import { BookingPanel } from "./BookingPanel";
import { ConfirmationPage } from "./ConfirmationPage";
import { DetailsPage } from "./DetailsPage";
import { type Draft, nobody } from "./draft";
import { SuccessPage } from "./SuccessPage";

/** The title of the page after a booking. */
export const DONE = /^Votre place est réservée/;

export const course = {
  id: 7,
  name: "Primi passi",
  type: "IN_PERSON",
  language: "Italien",
  level: "A1",
  price: 90,
  pricePerHour: 9,
  totalHours: 10,
  startDate: addDays(today(), -7),
  endDate: addDays(today(), 60),
  seatsLeft: 4,
  capacity: 10,
  free: false,
  bookable: true,
  refusal: null,
  lateEntry: "FULL",
  sessionsSummary: null,
  modules: [
    { id: 1, title: "Ciao", price: 40, chapters: [] },
    { id: 2, title: "Al bar", price: 50, chapters: [] },
  ],
} as unknown as Course;

export const zoe = {
  ...nobody,
  firstName: "Zoé",
  lastName: "Martin",
  email: "zoe@example.fr",
  phoneNumber: "612345678",
  birthDate: "1990-02-28",
};

export const draft: Draft = {
  courseId: 7,
  reservedModuleIds: [],
  requestedStartDate: addDays(today(), 1),
  originRoute: "/online-course-details?id=7",
  bookerData: zoe,
  address: { street: "3, rue Haute", postalCode: "13100", city: "Aix" },
  reservationTarget: "self",
  updateProfile: false,
  beneficiaryData: nobody,
  beneficiaryId: null,
  reservationId: null,
  offered: false,
};

export const held = {
  reservationId: 3,
  checkoutToken: "token",
  status: "HELD",
  clientSecret: "secret",
  amount: 90,
  currency: "EUR",
  expiresAt: new Date(Date.now() + 900_000).toISOString(),
  provider: "SANDBOX",
  lines: [{ moduleId: null, title: "Primi passi", amount: 90, reason: "FULL_PRICE", facts: null }],
  paid: false,
};
export const quote = {
  amount: 90,
  lines: held.lines,
  refusal: null,
  consents: [],
  termsVersion: null,
};
export const bought = {
  id: 3,
  courseId: 7,
  requestedStartDate: addDays(today(), 1),
  purchase: {
    payerEmail: "zoe@example.fr",
    learnerName: "Zoé Martin",
    learnerEmail: "zoe@example.fr",
    forAnother: false,
    lines: held.lines,
    amount: 90,
    papers: [{ id: 5, number: "F2026-00005", kind: "INVOICE", total: 90 }],
    withdrawUntil: addDays(today(), 14),
  },
};
export const completed = {
  reservation: bought,
  subscription: { id: 9, opensOn: bought.requestedStartDate, opensAfterWithdrawal: false },
  user: student,
  accessToken: "access",
  refreshToken: "refresh",
};

export const tokens = { accessToken: "access", refreshToken: "refresh" };

export type Answer = (body: Record<string, unknown>) => Response | Promise<Response>;

export const problem = (status: number, code: string) => () =>
  Response.json({ status, code, message: `${code} en français` }, { status });
export const json =
  (body: unknown, status = 200) =>
  () =>
    Response.json(body, { status });

export const base: Record<string, Answer> = {
  "GET /courses/7/details": json(course),
  "GET /payment/config": json({ provider: "sandbox", publishableKey: null, testMode: true }),
  "POST /checkout/quote": json(quote),
  "POST /checkout": json(held, 201),
  "GET /checkout/3": json(held),
  "POST /payment/sandbox/confirm": json({ status: "succeeded" }),
  "POST /checkout/3/complete": json(completed),
};

/** `success`: loads the last page, as the site does; without it the page is there at once. */
export function open(
  path: InitialEntry,
  answers: Record<string, Answer> = {},
  success?: () => Promise<{ Component: typeof SuccessPage }>,
  shown: Course = course,
) {
  const sent: { call: string; body: Record<string, unknown> }[] = [];
  const all = { ...base, ...answers };
  vi.stubGlobal("fetch", async (input: Request | string) => {
    if (typeof input === "string") return Response.json([]);
    const call = `${input.method} ${new URL(input.url).pathname.replace("/api", "")}`;
    const body = input.method === "GET" ? {} : await input.json().catch(() => ({}));
    sent.push({ call, body });
    return all[call]?.(body) ?? problem(404, "not_found")();
  });
  const routes: RouteObject[] = [
    { path: "/course", element: <BookingPanel course={shown} /> },
    { path: "/reservation/details", element: <DetailsPage login={() => <p>Connexion ici</p>} /> },
    { path: "/reservation/confirmation", element: <ConfirmationPage /> },
    {
      path: "/reservation/success",
      ...(success ? { lazy: success } : { element: <SuccessPage /> }),
    },
    { path: "*", element: <p>ailleurs</p> },
  ];
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  render(
    <Provider queries={createQueryClient()}>
      <RouterProvider router={router} />
    </Provider>,
  );
  const times = (call: string) => sent.filter((one) => one.call === call).length;
  return { router, sent, times, user: userEvent.setup() };
}
