// A full course of the demo school, and those who wait for it.
import { Caller } from "./api.ts";
import { password, type School } from "./school.ts";

export interface FullCourse {
  id: number;
  slug: string;
  name: string;
  capacity: number;
}

export async function fullCourse(url: string): Promise<FullCourse> {
  const courses = await new Caller(url).ok("GET", "/courses?language=Italien&type=IN_PERSON");
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into, not typed
  const course = courses.find(({ refusal }: any) => refusal?.code === "full");
  if (!course) throw new Error("no full course");
  return course;
}

/** One more seat: it is offered to whoever waits first. */
export async function freeSeat(url: string, { id }: Pick<FullCourse, "id">): Promise<void> {
  const admin = await new Caller(url).signIn("admin@preau.test", password);
  const { version, capacity } = await admin.ok("GET", `/courses/admin/${id}`);
  const { status, json } = await admin.call(
    "PUT",
    `/courses/admin/${id}`,
    { capacity: capacity + 1 },
    { "If-Match": `"${version}"` },
  );
  if (status >= 300) throw new Error(`no seat: ${status} ${JSON.stringify(json)}`);
}

/** The page that the latest mail of the waiting list leads to. */
export async function linkOf(school: School, email: string, subject: RegExp): Promise<string> {
  const { text } = await school.mailbox.receive(email, subject);
  const [link] = text.match(/\/liste-attente#\S+/) ?? [];
  if (!link) throw new Error(`no link in the mail to ${email}: ${text}`);
  return link;
}

/** Two accounts on the list of a full course: the demo student waits, the demo teacher has a seat offered. */
export async function listed(url: string, student: Caller) {
  const course = await fullCourse(url);
  const other = await new Caller(url).signIn("teacher@preau.test", password);
  const first = await other.ok("POST", "/waitlist", { courseId: course.id });
  const second = await student.ok("POST", "/waitlist", { courseId: course.id });
  await freeSeat(url, course);
  const page = ({ entry }: { entry: { id: number } }) => `/liste-attente?entry=${entry.id}`;
  return { course, other, offered: page(first), waiting: page(second) };
}

/** A first name on the list by way of the mail, without an account; answers the page of the entry. */
export async function waitFor(school: School, course: FullCourse, email: string): Promise<string> {
  const visitor = new Caller(school.url);
  await visitor.ok("POST", "/waitlist", { courseId: course.id, firstName: "Nadège", email });
  const link = await linkOf(school, email, /^Confirmez/);
  await visitor.ok("POST", "/waitlist/confirm", { token: link.split("#")[1] });
  return link;
}
