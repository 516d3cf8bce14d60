// A course as schema.org knows it, for search engines. Addresses are paths of this site.
import { type Course, courseAddress, textsLanguage } from "web-shared/api/courses";
import type { Slot } from "web-shared/format/sessions";
import type { School } from "web-shared/school";
import { structuredAddress, structuredSchool } from "web-shared/structured";
import { listAddress } from "./listAddress";

export function structuredCourse(course: Course, school: School) {
  return {
    "@context": "https://schema.org",
    "@type": "Course",
    name: course.name,
    description: course.description,
    url: courseAddress(course),
    inLanguage: textsLanguage(course),
    about: { "@type": "Language", name: course.language },
    teaches: course.objectives,
    educationalLevel: course.level,
    ...(course.prerequisites.length > 0 && { coursePrerequisites: course.prerequisites }),
    provider: structuredSchool(school),
    offers: offerOf(course),
    hasCourseInstance: instanceOf(course, school),
  };
}

/** Where a course stands on the site. */
export function structuredPath(course: Course, school: School) {
  const steps = [
    [school.name, "/"],
    [course.language, listAddress(course)],
    [course.name, courseAddress(course)],
  ];
  return {
    "@context": "https://schema.org",
    "@type": "BreadcrumbList",
    itemListElement: steps.map(([name, item], at) => ({
      "@type": "ListItem",
      position: at + 1,
      name,
      item,
    })),
  };
}

function offerOf(course: Course) {
  return {
    "@type": "Offer",
    category: course.free ? "Free" : "Paid",
    price: course.price,
    priceCurrency: "EUR",
    url: courseAddress(course),
    availability: `https://schema.org/${course.bookable ? "InStock" : "SoldOut"}`,
    validThrough: course.latestStartDate,
  };
}

function instanceOf(course: Course, school: School) {
  const online = course.type === "ONLINE";
  return {
    "@type": "CourseInstance",
    courseMode: online ? "online" : "onsite",
    courseWorkload: `PT${course.totalHours}H`,
    startDate: course.startDate,
    endDate: course.endDate,
    location: online
      ? { "@type": "VirtualLocation", url: courseAddress(course) }
      : {
          "@type": "Place",
          name: course.location ?? school.name,
          address: structuredAddress(school),
        },
    ...(course.teacherName && { instructor: { "@type": "Person", name: course.teacherName } }),
    ...(typeof course.capacity === "number" && { maximumAttendeeCapacity: course.capacity }),
    ...(course.sessionsSummary?.slots.length && {
      courseSchedule: course.sessionsSummary.slots.map((slot) => scheduleOf(slot, course)),
    }),
  };
}

const DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** The same hours on the same days of each week. */
function scheduleOf({ weekdays, startTime, endTime }: Slot, { startDate, endDate }: Course) {
  return {
    "@type": "Schedule",
    repeatFrequency: "P1W",
    byDay: weekdays.map((number) => `https://schema.org/${DAYS[number - 1]}`),
    startTime,
    endTime,
    startDate,
    endDate,
    scheduleTimezone: "Europe/Paris",
  };
}
