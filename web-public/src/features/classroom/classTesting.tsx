// What the tests of a class share: a subscription, its sessions around the evening of 23 November, the school's answers.
import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import { createMemoryRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { vi } from "vitest";
import type { OwnSession } from "web-shared/api/classSessions";
import { createQueryClient } from "web-shared/api/query";
import type { Subscription } from "web-shared/api/subscriptions";
import { student } from "web-shared/fixtures";
import { Provider } from "web-shared/ui/Provider";
import { ClassPage } from "./ClassPage";

export const plain = (text: string | null | undefined) => text?.replace(/[\u00a0\u202f]/g, " ");

export const subscription = (more: Partial<Subscription> = {}) =>
  ({
    id: 7,
    userId: student.id,
    learnerName: "Jeanne Morel",
    courseId: 4,
    courseName: "Primi passi",
    courseType: "IN_PERSON",
    courseSlug: "primi-passi",
    courseStartDate: "2026-11-09",
    courseEndDate: "2027-02-04",
    languageCode: "it",
    level: "A1",
    teacherName: "Chiara Bellini",
    schedule: "Le lundi soir",
    moduleIds: [],
    modules: [
      { moduleId: 1, title: "Ciao", percent: 100, completed: true },
      { moduleId: 2, title: "Al bar", percent: 50, completed: false },
    ],
    progressionPercentage: 75,
    displayStatus: "ACTIVE",
    active: true,
    canAccess: true,
    accessExpiresAt: "2027-04-12",
    lastOpenedAt: "2026-11-20T09:00:00Z",
    resume: {
      lessonId: 32,
      lessonTitle: "Commander un café",
      moduleId: 2,
      moduleTitle: "Al bar",
      position: 3,
      lessonCount: 8,
    },
    ...more,
  }) as unknown as Subscription;

export const session = (id: number, date: string, more: Partial<OwnSession> = {}) =>
  ({
    id,
    moduleId: 2,
    moduleName: "Al bar",
    date,
    startTime: "18:30",
    minutes: 90,
    startsAt: new Date(`${date}T18:30:00+01:00`).toISOString(),
    endsAt: new Date(`${date}T20:00:00+01:00`).toISOString(),
    status: "PLANNED",
    reason: null,
    note: null,
    roomName: "salle Figuier",
    roomAddress: "12, rue des Platanes, Aix-en-Provence",
    meetingUrl: null,
    teacherName: "Chiara Bellini",
    attendance: null,
    sheetClosed: false,
    ...more,
  }) as OwnSession;

const marked = (status: "PRESENT" | "LATE", minutes: number | null = null) => ({
  moduleId: 1,
  moduleName: "Ciao",
  sheetClosed: true,
  attendance: { status, minutes, manner: "TEACHER" as const },
});

export const sessions = [
  session(1, "2026-11-12", marked("PRESENT")),
  session(2, "2026-11-16", marked("LATE", 10)),
  session(3, "2026-11-19"),
  session(4, "2026-11-23", { note: "Apportez un menu." }),
  session(5, "2026-11-26", { status: "CANCELLED", reason: "Chiara est en formation." }),
  session(6, "2026-11-30", { teacherName: "Matteo Ferri" }),
  session(7, "2026-12-03", { roomName: "salle Olivier" }),
];

export const rate = { attendedMinutes: 90, heldMinutes: 180, sessions: 2, attended: 1 };

export const message = {
  id: 1,
  text: "Lundi, nous jouons au restaurant.",
  fileUrl: "/api/files/carta.pdf",
  fileName: "carta.pdf",
  authorName: "Chiara Bellini",
  createdAt: "2026-11-20T08:12:00Z",
};

export type Answers = Record<string, () => Response>;

export const refusal = (status: number, code: string) =>
  Response.json({ status, code, message: "" }, { status });

export function answersOf(of: Subscription, all: OwnSession[] = sessions): Answers {
  return {
    "GET /subscriptions/7": () => Response.json(of),
    "GET /subscriptions/7/sessions": () => Response.json({ sessions: all, rate }),
    "GET /subscriptions/7/messages": () => Response.json([message]),
  };
}

/** The school answers as it is told, anything else with 404. */
export function answering(answers: Answers): void {
  vi.stubGlobal("fetch", async ({ method, url }: Request) => {
    const call = `${method} ${new URL(url).pathname.replace("/api", "")}`;
    return answers[call]?.() ?? refusal(404, "not_found");
  });
}

export function open(address = "/ma-classe/7"): void {
  const router = createMemoryRouter(
    [
      {
        path: "/ma-classe/:id",
        element: <ClassPage signIn="/login" />,
        errorElement: <p>perdu</p>,
      },
      { path: "*", element: <p>ailleurs</p> },
    ],
    { initialEntries: [address] },
  );
  draw(router);
}

/** One part of the page alone. */
export function show(element: ReactNode): void {
  draw(createMemoryRouter([{ path: "*", element }]));
}

function draw(router: ReturnType<typeof createMemoryRouter>): void {
  const queries = createQueryClient();
  queries.setDefaultOptions({ queries: { retry: false } });
  render(
    <Provider queries={queries}>
      <RouterProvider router={router} />
    </Provider>,
  );
}
