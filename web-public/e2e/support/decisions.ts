// Courses in person with too few learners, which tests fill themselves; decisions about them, and the mails that ask.
import { Caller, type Course, draft, goodCard, visitorPassword } from "./api.ts";
import { password, type School } from "./school.ts";
import { dayIn } from "./staff.ts";

/** In so many days of the school: `yyyy-mm-dd`. */
export const inDays = (days: number): string => dayIn(days).split("/").reverse().join("-");

/** "4 janvier", as the site writes the days of a French page. */
export function dayAndMonth(days: number): string {
  const written = new Date(`${inDays(days)}T12:00:00Z`).toLocaleDateString("fr-FR", {
    day: "numeric",
    month: "long",
    timeZone: "UTC",
  });
  return written.replace(/^1 /, "1er ");
}

/** First and last day of the courses, and of the new dates that are proposed, in days from today. */
export const START = 21;
export const END = 91;
export const NEW_START = START + 14;
export const NEW_END = END + 14;
export const ANSWER_BY = 7;

export interface SmallCourse extends Course {
  slug: string;
  startDate: string;
}

export const asAdmin = (url: string): Promise<Caller> =>
  new Caller(url).signIn("admin@preau.test", password);

/** A published course of 90 € for at least three learners, about which the school must decide today; nobody has it. */
export async function smallCourse(
  admin: Caller,
  name = "Dolci d’autunno",
  more: Record<string, unknown> = {},
): Promise<SmallCourse> {
  const path = "/courses?language=Italien&type=IN_PERSON";
  const [{ languageId, levelId, teacherId }] = await admin.ok("GET", path);
  const { id } = await admin.ok("POST", "/courses/admin", {
    ...{ name, languageId, levelId, teacherId, type: "IN_PERSON" },
    description: "Des gâteaux, des mots et des saisons.",
    totalHours: 20,
    price: 90,
    ...{ startDate: inDays(START), endDate: inDays(END), capacity: 8 },
    ...{ location: "Salle Olivier", schedule: "Samedi, 10 h – 12 h" },
    ...{ minimumLearners: 3, decisionDay: inDays(0) },
    modules: [
      { title: "I biscotti", price: 50 },
      { title: "Le torte", price: 40 },
    ],
    ...more,
  });
  await admin.ok("PATCH", `/courses/admin/${id}/publish`);
  return admin.ok("GET", `/courses/${id}/details`);
}

/** A cheaper course, which starts in any case. */
export const cheaperCourse = (admin: Caller): Promise<SmallCourse> =>
  smallCourse(admin, "Pane e olio", {
    price: 60,
    modules: [{ title: "Il pane", price: 60 }],
    ...{ minimumLearners: null, decisionDay: null },
  });

export interface Buyer {
  caller: Caller;
  email: string;
  reservationId: number;
}

type Name = readonly [firstName: string, lastName: string];

export const emailOf = ([firstName]: Name): string => `${firstName.toLowerCase()}@exemple.test`;

/** Holds a seat in the whole course. */
export async function hold(
  url: string,
  course: SmallCourse,
  name: Name,
  { language = "fr", ...more }: Record<string, unknown> = {},
) {
  const [firstName, lastName] = name;
  const said = draft(course, emailOf(name), {
    reservedModuleIds: [],
    requestedStartDate: course.startDate,
    ...more,
  });
  const body = { ...said, bookerData: { ...said.bookerData, firstName, lastName } };
  const headers = { "accept-language": String(language) };
  const { status, json } = await new Caller(url).call("POST", "/checkout", body, headers);
  if (status >= 300) throw new Error(`no seat: ${status} ${JSON.stringify(json)}`);
  return json;
}

/** Somebody buys the whole course by card. */
export async function buy(
  url: string,
  course: SmallCourse,
  name: Name,
  more: Record<string, unknown> = {},
): Promise<Buyer> {
  const { reservationId, checkoutToken, clientSecret } = await hold(url, course, name, more);
  const visitor = new Caller(url);
  await visitor.ok("POST", "/payment/sandbox/confirm", { clientSecret, ...goodCard });
  await visitor.ok("POST", `/checkout/${reservationId}/complete`, { checkoutToken });
  const email = emailOf(name);
  const caller = await new Caller(url).signIn(email, visitorPassword);
  return { caller, email, reservationId };
}

/** What makes a purchase one for somebody else. */
export function forAnother([firstName, lastName]: Name) {
  const { bookerData } = draft(
    { id: 0, modules: [] } as unknown as Course,
    emailOf([firstName, ""]),
  );
  const { password: _, passwordConfirmation: __, ...person } = bookerData;
  return {
    reservationTarget: "other",
    beneficiaryData: { ...person, firstName, lastName },
  };
}

/** Somebody pays the whole course in cash at the desk. */
export async function sellAtDesk(admin: Caller, course: SmallCourse, name: Name): Promise<number> {
  const [firstName, lastName] = name;
  const { id } = await admin.ok("POST", "/reservations/desk", {
    courseId: course.id,
    reservedModuleIds: [],
    requestedStartDate: course.startDate,
    learner: { firstName, lastName, email: emailOf(name) },
    payment: { method: "CASH", note: "Caisse du secrétariat" },
  });
  return id;
}

/** Later dates, by two weeks. */
export const newDates = {
  choice: "NEW_DATES",
  startDate: inDays(NEW_START),
  endDate: inDays(NEW_END),
  answerBy: inDays(ANSWER_BY),
};

export const otherCourse = ({ id }: Pick<Course, "id">) => ({
  choice: "OTHER_COURSE",
  targetCourseId: id,
  answerBy: inDays(ANSWER_BY),
});

/** Decides as the dashboard does: by way of the preview. */
export async function decide(
  admin: Caller,
  { id }: Pick<Course, "id">,
  input: Record<string, unknown>,
) {
  const path = `/courses/admin/${id}/decision`;
  const { fingerprint } = await admin.ok("POST", `${path}/preview`, input);
  return admin.ok("POST", path, { ...input, fingerprint });
}

/** Gives the one answer to the one open proposal of a payer. */
export async function answer({ caller }: Buyer, given: "accept" | "refuse"): Promise<void> {
  const [proposal] = await caller.ok("GET", "/proposals/me");
  await caller.ok("POST", `/proposals/${proposal.id}/${given}`);
}

/** The page that the mail with a proposal leads to. */
export async function proposalLink(
  school: School,
  email: string,
  subject = /^(De nouvelles dates|Un autre cours|New dates|Another course)/,
): Promise<string> {
  const { text } = await school.mailbox.receive(email, subject);
  const [link] = text.match(/\/proposition#\S+/) ?? [];
  if (!link) throw new Error(`no link in the mail to ${email}: ${text}`);
  return link;
}

/** The last day to answer was yesterday; the program notices it by itself. */
export function letPass(school: School): void {
  school.sql(`UPDATE course_decisions SET answer_by = '${inDays(-1)}';
    UPDATE jobs SET last_run_at = NULL WHERE name = 'decisions'`);
}

/** Closes the school on this day, and on no other. */
export async function closeOnly(admin: Caller, days: number, label: string): Promise<void> {
  const { closures } = await admin.ok("GET", "/closures");
  for (const { id } of closures) await admin.ok("DELETE", `/closures/${id}`);
  await admin.ok("POST", "/closures", { firstDay: inDays(days), lastDay: inDays(days), label });
}
