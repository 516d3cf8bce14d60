// The one button of "Mes cours": which course it goes on with, and where it leads; what a card says of its class.
import { cleanup, render, screen } from "@testing-library/react";
import { createMemoryRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createQueryClient } from "web-shared/api/query";
import type { Subscription } from "web-shared/api/subscriptions";
import { ClassFacts, OpeningDay } from "web-shared/ui/ClassFacts";
import { Provider } from "web-shared/ui/Provider";
import { Resume, toResume } from "./Resume";

const subscription = (over: Partial<Subscription>) =>
  ({
    id: 7,
    courseName: "Primi passi",
    displayStatus: "ACTIVE",
    courseStartDate: "2026-10-12",
    courseEndDate: "2026-12-18",
    resume: {
      lessonId: 32,
      lessonTitle: "Commander un café",
      moduleId: 3,
      moduleTitle: "Al bar",
      position: 3,
      lessonCount: 8,
    },
    lastOpenedAt: "2026-10-01T09:00:00.000Z",
    ...over,
  }) as Subscription;

beforeEach(() => vi.useFakeTimers({ now: new Date("2026-10-02T09:00:00Z") }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function show(element: React.ReactNode) {
  const router = createMemoryRouter([{ path: "*", element }]);
  render(
    <Provider queries={createQueryClient()}>
      <RouterProvider router={router} />
    </Provider>,
  );
}

test("of several courses the one read last is gone on with", () => {
  const older = subscription({ id: 8, lastOpenedAt: "2026-09-01T09:00:00.000Z" });
  const over = subscription({
    id: 9,
    displayStatus: "EXPIRED",
    lastOpenedAt: "2026-10-02T09:00:00Z",
  });
  const done = subscription({ id: 10, resume: null, lastOpenedAt: "2026-10-02T09:00:00Z" });
  const untouched = subscription({ id: 11, lastOpenedAt: null });
  expect(toResume([untouched, older, over, done, subscription({})])?.id).toBe(7);
  expect(toResume([untouched, done])?.id).toBe(11);
  expect(toResume([done, over])).toBeNull();
});

test("the button opens the next lesson", () => {
  show(<Resume subscriptions={[subscription({})]} />);
  expect(screen.getByRole("heading", { name: "Commander un café" })).toBeTruthy();
  expect(screen.getByText("Al bar").parentElement?.textContent).toContain("leçon 3 sur 8");
  expect(screen.getByRole("link", { name: "Reprendre" }).getAttribute("href")).toBe(
    "/online-course-modules-chapiters?moduleId=3&subscriptionId=7&lesson=32",
  );
});

test("with nothing to go on with there is no button", () => {
  show(<Resume subscriptions={[subscription({ resume: null })]} />);
  expect(screen.queryByRole("link")).toBeNull();
});

test("a class says when, where and with whom it meets, and how to join it", () => {
  const meets = {
    schedule: "Lundi, 18 h 30",
    location: "Salle Figuier",
    teacherName: "Chiara Bellini",
  };
  const meetingUrl = "https://visio.example/a";
  show(<ClassFacts subscription={subscription({ ...meets, meetingUrl })} />);
  for (const text of Object.values(meets)) expect(screen.getByText(text)).toBeTruthy();
  expect(screen.getByText("Le cours commence le 12 octobre 2026")).toBeTruthy();
  const join = screen.getByRole("link", { name: /^Rejoindre la classe en ligne : Primi passi/ });
  expect(join.getAttribute("href")).toBe(meetingUrl);
  expect(join.getAttribute("rel")).toContain("noopener");
  cleanup();
  show(<ClassFacts subscription={subscription({ courseStartDate: "2026-09-01" })} />);
  expect(screen.queryByRole("link")).toBeNull();
  expect(screen.queryByText(/Le cours commence/)).toBeNull();
});

test.each([
  [false, /date de démarrage choisie/],
  [true, /vous n’avez pas demandé à commencer plus tôt/],
])("the day on which lessons open has a reason", (opensAfterWithdrawal, words) => {
  show(<OpeningDay subscription={subscription({ opensOn: "2026-10-09", opensAfterWithdrawal })} />);
  expect(screen.getByText("Les leçons s’ouvrent le 9 octobre 2026.")).toBeTruthy();
  expect(screen.getByText(words)).toBeTruthy();
});
