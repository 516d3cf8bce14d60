import { expect, test } from "vitest";
import type { Course } from "web-shared/api/courses";
import { structuredCourse, structuredPath } from "./structured";

const school = { name: "Préau", city: "Aix-en-Provence", pages: [] };

const course = {
  id: 16,
  type: "IN_PERSON",
  name: "Primi passi",
  slug: "primi-passi",
  description: "L’italien de la vie courante.",
  language: "Italien",
  level: "A1",
  price: 240,
  free: false,
  totalHours: 30,
  startDate: "2026-11-07",
  endDate: "2027-01-23",
  latestStartDate: "2027-01-09",
  capacity: 10,
  bookable: true,
  location: "12, rue des Platanes, salle Figuier",
  teacherName: "Chiara Bellini",
  objectives: ["Commander au café"],
  prerequisites: [] as string[],
} as Course;

test("a course in the school tells place, dates, hours and price", () => {
  expect(structuredCourse(course, school)).toMatchObject({
    "@type": "Course",
    name: "Primi passi",
    inLanguage: "fr",
    about: { name: "Italien" },
    teaches: ["Commander au café"],
    educationalLevel: "A1",
    offers: { price: 240, priceCurrency: "EUR", availability: "https://schema.org/InStock" },
    hasCourseInstance: {
      courseMode: "onsite",
      courseWorkload: "PT30H",
      startDate: "2026-11-07",
      endDate: "2027-01-23",
      location: {
        "@type": "Place",
        name: "12, rue des Platanes, salle Figuier",
        address: { addressLocality: "Aix-en-Provence" },
      },
      instructor: { name: "Chiara Bellini" },
      maximumAttendeeCapacity: 10,
    },
  });
  expect(structuredCourse(course, school)).not.toHaveProperty("coursePrerequisites");
});

test("a free course on line without a limit of places, in the language it is written in", () => {
  const online = { ...course, type: "ONLINE", free: true, price: 0, capacity: null, lang: "en" };
  const structured = structuredCourse({ ...online, teacherName: null } as Course, school);
  expect(structured).toMatchObject({
    inLanguage: "en",
    offers: { category: "Free", price: 0 },
    hasCourseInstance: { courseMode: "online", location: { "@type": "VirtualLocation" } },
  });
  expect(structured.hasCourseInstance).not.toHaveProperty("maximumAttendeeCapacity");
  expect(structured.hasCourseInstance).not.toHaveProperty("instructor");
});

test("the week of a class that has sessions", () => {
  const slots = [{ weekdays: [1, 4], startTime: "18:30", endTime: "20:00" }];
  const sessionsSummary = { slots, count: 22, hours: 33, next: [] };
  const { hasCourseInstance } = structuredCourse({ ...course, sessionsSummary }, school);
  expect(hasCourseInstance).toMatchObject({
    courseSchedule: [
      {
        "@type": "Schedule",
        repeatFrequency: "P1W",
        byDay: ["https://schema.org/Monday", "https://schema.org/Thursday"],
        startTime: "18:30",
        endTime: "20:00",
        startDate: "2026-11-07",
        endDate: "2027-01-23",
        scheduleTimezone: "Europe/Paris",
      },
    ],
  });
  const over = structuredCourse(
    { ...course, sessionsSummary: { ...sessionsSummary, slots: [] } },
    school,
  );
  expect(over.hasCourseInstance).not.toHaveProperty("courseSchedule");
});

test("a course that nobody can reserve is sold out", () => {
  const { offers } = structuredCourse({ ...course, bookable: false }, school);
  expect(offers.availability).toBe("https://schema.org/SoldOut");
});

test("a course stands under the list of its language and type", () => {
  const steps = structuredPath(course, school).itemListElement;
  expect(steps.map(({ name, position }) => [position, name])).toEqual([
    [1, "Préau"],
    [2, "Italien"],
    [3, "Primi passi"],
  ]);
  expect(steps[1]?.item).toBe("/courses?language=Italien&type=IN_PERSON");
});
