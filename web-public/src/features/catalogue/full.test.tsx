// A full course: how many wait, how waiting works, and where there is a place without it.
import { render, screen, within } from "@testing-library/react";
import { createMemoryRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { expect, test, vi } from "vitest";
import type { Course } from "web-shared/api/courses";
import { createQueryClient } from "web-shared/api/query";
import { languageRows } from "web-shared/fixtures";
import { Provider } from "web-shared/ui/Provider";
import { CourseCard } from "./CourseCard";
import { HowToWait, Instead } from "./Full";

const full = {
  id: 7,
  slug: "in-cucina",
  name: "In cucina",
  type: "IN_PERSON",
  language: "Italien",
  languageCode: "it",
  level: "A2",
  price: 120,
  totalHours: 15,
  startDate: "2026-12-05",
  endDate: "2027-02-20",
  objectives: [],
  prerequisites: [],
  seatsLeft: 0,
  capacity: 8,
  bookable: false,
  refusal: { code: "full", message: "" },
  sessionsSummary: null,
  offerHours: 1,
  waiting: 4,
} as unknown as Course;

const open = { ...full, refusal: null, bookable: true };
const others = [
  { ...open, id: 8, level: "A1", name: "Primi passi", seatsLeft: 2 },
  { ...full, id: 9, name: "Complet aussi" },
  { ...open, id: 10, slug: "chiacchierare", name: "Chiacchierare", seatsLeft: 1 },
];

function show(page: React.ReactNode, courses: object[] = others) {
  vi.stubGlobal("fetch", async (request: Request) =>
    Response.json(request.url.includes("/languages") ? languageRows : courses),
  );
  const router = createMemoryRouter([{ path: "*", element: page }]);
  render(
    <Provider queries={createQueryClient()}>
      <RouterProvider router={router} />
    </Provider>,
  );
}

test("a card says how many wait, where somebody does", () => {
  show(
    <>
      <CourseCard course={full} />
      <CourseCard course={{ ...full, id: 8, waiting: 0 }} />
      <CourseCard course={{ ...open, id: 9 }} />
    </>,
  );
  const [first, second, third] = screen.getAllByRole("article");
  expect(within(first as HTMLElement).getByText("4 personnes attendent")).toBeTruthy();
  expect(within(second as HTMLElement).queryByText(/atten/)).toBeNull();
  expect(within(third as HTMLElement).queryByText(/atten/)).toBeNull();
});

test("the time to answer is the course's own", () => {
  show(<HowToWait course={full} />);
  expect(screen.getAllByRole("listitem")).toHaveLength(3);
  expect(screen.getByText("Vous avez 1 heure pour répondre")).toBeTruthy();
});

test("another course of the same level with a place left is named", async () => {
  show(<Instead course={full} />);
  expect(await screen.findByText("Chiacchierare")).toBeTruthy();
  expect(screen.getByText(/Italien A2, en présentiel\. 1 place restante\./)).toBeTruthy();
  const see = screen.getByRole("link", { name: "Voir ce cours" });
  expect(see.getAttribute("href")).toBe("/cours/chiacchierare");
});

test("without one, all courses with a place left are a press away", async () => {
  show(<Instead course={full} />, [full]);
  const link = await screen.findByRole("link", { name: /Voir les cours où il reste des places/ });
  expect(link.getAttribute("href")).toBe("/courses?language=Italien&type=IN_PERSON&places=1");
  expect(screen.queryByRole("link", { name: "Voir ce cours" })).toBeNull();
});
