// The head of "Mes cours": the next session over all courses, and beside it the lesson to go on with.
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { OwnSession } from "web-shared/api/classSessions";
import { createQueryClient } from "web-shared/api/query";
import { startSession } from "web-shared/api/session";
import type { Subscription } from "web-shared/api/subscriptions";
import { student } from "web-shared/fixtures";
import { Provider } from "web-shared/ui/Provider";
import { NextUp } from "./NextUp";

const plain = (text: string | null | undefined) => text?.replace(/[\u00a0\u202f]/g, " ");
const at = (time: string) => new Date(`2026-11-23T${time}:00+01:00`);

const subscription = (id: number, courseName: string, more: Partial<Subscription> = {}) =>
  ({
    id,
    userId: student.id,
    learnerName: "Léa Morel",
    courseName,
    courseType: "IN_PERSON",
    displayStatus: "ACTIVE",
    canAccess: true,
    lastOpenedAt: "2026-11-20T09:00:00Z",
    resume: {
      lessonId: 32,
      lessonTitle: "Commander un café",
      moduleId: 3,
      moduleTitle: "Al bar",
      position: 3,
      lessonCount: 8,
    },
    ...more,
  }) as Subscription;

const session = (id: number, date: string, from: string, more: Partial<OwnSession> = {}) => {
  const startsAt = new Date(`${date}T${from}:00+01:00`);
  return {
    id,
    date,
    startTime: from,
    minutes: 90,
    startsAt: startsAt.toISOString(),
    endsAt: new Date(startsAt.getTime() + 90 * 60_000).toISOString(),
    status: "PLANNED",
    reason: null,
    roomName: "Salle Figuier",
    roomAddress: "12, rue des Platanes",
    meetingUrl: null,
    teacherName: "Chiara Bellini",
    ...more,
  } as OwnSession;
};

let answers: Record<string, () => Response>;
const sessions =
  (...all: OwnSession[]) =>
  () =>
    Response.json({ sessions: all, rate: null });

beforeEach(() => {
  vi.useFakeTimers({ now: at("12:00"), toFake: ["Date"] });
  startSession({ accessToken: "a", refreshToken: "r", user: student }, false);
  answers = {};
  vi.stubGlobal("fetch", async ({ url }: Request) => {
    const path = new URL(url).pathname.replace("/api/subscriptions/", "");
    return answers[path]?.() ?? Response.json({ status: 403, code: "forbidden" }, { status: 403 });
  });
});
afterEach(() => vi.useRealTimers());

function show(...subscriptions: Subscription[]) {
  const element = <NextUp subscriptions={subscriptions} />;
  const router = createMemoryRouter([{ path: "*", element }]);
  render(
    <Provider queries={createQueryClient()}>
      <RouterProvider router={router} />
    </Provider>,
  );
}

const card = () => screen.findByRole("region", { name: "Prochaine séance" });
const italian = subscription(7, "Primi passi");
const chinese = subscription(8, "Ni hao", { courseType: "ONLINE", userId: 99 });

test("of all courses the session that comes first stands there, with its place and its class", async () => {
  answers["7/sessions"] = sessions(
    session(1, "2026-11-19", "18:30"),
    session(2, "2026-11-23", "18:30"),
  );
  answers["8/sessions"] = sessions(session(3, "2026-11-24", "12:15"));
  show(italian, chinese);
  const text = plain((await card()).textContent);
  expect(text).toContain("lundi 23 novembre");
  expect(text).toContain("Ce soir");
  expect(text).toContain("Primi passi · séance 2 sur 2");
  expect(text).toContain("Salle Figuier12, rue des Platanes");
  expect(
    screen.getByRole("link", { name: "Voir ma classe : Primi passi" }).getAttribute("href"),
  ).toBe("/ma-classe/7");
  expect(screen.getByRole("link", { name: "Reprendre" })).toBeTruthy();
});

test("of a ward’s course it says whose it is", async () => {
  answers["8/sessions"] = sessions(session(3, "2026-11-24", "12:15"));
  show(chinese);
  expect((await card()).textContent).toContain("Pour Léa Morel");
});

test("an open online class takes the filled button", async () => {
  vi.setSystemTime(at("12:03"));
  const meetingUrl = "https://visio.example/a";
  const online = session(3, "2026-11-23", "12:15", { roomName: null, meetingUrl });
  answers["8/sessions"] = sessions(online);
  show(chinese);
  const join = await screen.findByRole("link", { name: /^Rejoindre la classe : Ni hao/ });
  expect(join.getAttribute("href")).toBe(meetingUrl);
  expect(join.dataset.variant ?? "filled").toBe("filled");
  expect(screen.getByRole("link", { name: "Reprendre" }).dataset.variant).toBe("outline");
  expect((await card()).textContent).toContain("Dans 12 minutes");
});

test("tonight’s session was cancelled: a line with the reason, then the one that follows", async () => {
  const off = { status: "CANCELLED", reason: "Chiara est en formation." } as const;
  answers["7/sessions"] = sessions(
    session(2, "2026-11-23", "18:30", off),
    session(3, "2026-11-26", "18:30"),
  );
  show(italian);
  expect(plain((await card()).textContent)).toContain("jeudi 26 novembre");
  expect(screen.getByText("Chiara est en formation.")).toBeTruthy();
  expect(screen.getByText("Annulée")).toBeTruthy();
});

test("one that goes on says so", async () => {
  vi.setSystemTime(at("19:00"));
  answers["7/sessions"] = sessions(session(2, "2026-11-23", "18:30"));
  show(italian);
  expect((await card()).textContent).toContain("En cours");
});

test("without a session to come the lesson stands alone; with all viewed neither does", async () => {
  answers["7/sessions"] = sessions(session(1, "2026-11-19", "18:30"));
  show(subscription(7, "Primi passi", { resume: null }));
  await vi.waitFor(() => expect(document.querySelector("[aria-busy=true]")).toBeNull());
  expect(screen.queryByRole("region")).toBeNull();
  expect(screen.queryByRole("link")).toBeNull();
});

test("sessions that could not be read leave the lesson, and are asked for again", async () => {
  show(italian);
  expect(await screen.findByText("Votre prochaine séance n’a pas pu être chargée.")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Reprendre" })).toBeTruthy();
  answers["7/sessions"] = sessions(session(2, "2026-11-23", "18:30"));
  await userEvent.click(screen.getByRole("button", { name: "Réessayer" }));
  expect((await card()).textContent).toContain("Ce soir");
});
