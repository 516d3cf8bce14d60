// Plants injections of script in the demo school: every call that writes a text, by whoever may make it.
import { freshId } from "../../../web-shared/src/api/key.ts";
import { bookableCourse, Caller, draft, goodCard, visitorPassword } from "./api.ts";
import { Filling, injections, type Json, Texts } from "./injections.ts";
import { demoStudent, subscriptionOf } from "./learner.ts";
import { type PlantedDecisions, plantDecisions } from "./plantingDecisions.ts";
import { plantTimetable } from "./plantingTimetable.ts";
import { password, type School } from "./school.ts";

/** What was planted, and where it is to be looked at. */
export interface Planted {
  courseId: number;
  slug: string;
  moduleId: number;
  subscriptionId: number;
  /** A session that is over, of the course. */
  sessionId: number;
  lessonIds: number[];
  /** Who bought a course under such a name. */
  buyer: Caller;
  reservationId: number;
  decisions: PlantedDecisions;
  sent: Map<string, Set<string>>;
}

/** The plainest texts are sent until each of them has borne every injection; this many calls at most for each. */
const ROUNDS = 140;

export class Planting {
  readonly texts = new Texts();
  readonly school: School;
  readonly admin: Caller;
  readonly editor: Caller;
  readonly student: Caller;
  private calls = 0;

  private constructor(school: School, admin: Caller, editor: Caller, student: Caller) {
    this.school = school;
    this.admin = admin;
    this.editor = editor;
    this.student = student;
  }

  static async begin(school: School): Promise<Planting> {
    const signIn = (role: string) => new Caller(school.url).signIn(`${role}@preau.test`, password);
    return new Planting(
      school,
      await signIn("admin"),
      await signIn("editor"),
      await signIn("student"),
    );
  }

  /** A call that must go well; each comes from another address, so that no limit per address stands in the way. */
  async send(who: Caller, method: string, path: string, body: unknown): Promise<Json> {
    this.calls += 1;
    const from = `10.${(this.calls >> 16) & 255}.${(this.calls >> 8) & 255}.${this.calls & 255}`;
    const { status, json } = await who.call(method, path, body, { "X-Forwarded-For": from });
    if (status >= 300) {
      const said = JSON.stringify(json).slice(0, 600);
      throw new Error(
        `${method} ${path}: ${status} ${said}\n${JSON.stringify(body).slice(0, 600)}`,
      );
    }
    return json;
  }

  /** Sends a call again and again until each of its texts has borne every injection that fits. */
  async until(
    who: Caller,
    method: string,
    path: string,
    name: string,
    fill: (t: Filling) => Json | Json[],
  ) {
    let last: Json = {};
    for (let round = 0; round < ROUNDS; round += 1) {
      const filling = new Filling(this.texts, name);
      last = await this.send(who, method, path, fill(filling));
      if (filling.isDone) break;
    }
    return last;
  }
}

export async function plant(school: School): Promise<Planted> {
  const planting = await Planting.begin(school);
  const subscription = await subscriptionOf(await demoStudent(school.url), "ACTIVE");
  const moduleId = subscription.modules[0]?.moduleId ?? 0;
  const decisions = await plantDecisions(planting);
  await ofTheSite(planting);
  await ofTheCatalogue(planting, subscription.courseId);
  const lessonIds = await ofTheContent(planting, moduleId);
  const sessionId = await plantTimetable(planting, subscription.courseId, subscription.id);
  await ofPeople(planting);
  await planting.until(planting.student, "POST", "/revision/cards", "word", ({ line }) => ({
    clientId: freshId(),
    lessonId: lessonIds[0],
    front: line("front", 200),
    back: line("back", 500),
  }));
  const { buyer, reservationId } = await ofSales(planting);
  const course = await planting.editor.ok("GET", `/courses/${subscription.courseId}/details`);
  return {
    courseId: subscription.courseId,
    slug: course.slug,
    moduleId,
    subscriptionId: subscription.id,
    sessionId,
    lessonIds,
    buyer,
    reservationId,
    decisions,
    sent: planting.texts.sent,
  };
}

async function ofTheCatalogue(planting: Planting, courseId: number) {
  const { editor } = planting;
  const course: Json & { modules: Json[]; teacherId?: number } = await editor.ok(
    "GET",
    `/courses/admin/${courseId}`,
  );
  const languages = await editor.ok("GET", "/languages");
  const levels = await editor.ok("GET", "/levels");
  const [language] = languages;
  const level = levels.at(-1);
  await planting.until(editor, "PUT", `/languages/${language.id}`, "language", ({ line }) => ({
    name: line("name", 100),
    nameEn: line("nameEn", 100),
    nameIt: line("nameIt", 100),
    nameZh: line("nameZh", 100),
  }));
  await planting.until(editor, "PUT", "/faq/categories/COMPTE_SITE", "category", ({ line }) => ({
    label: line("label", 100),
  }));
  await planting.until(editor, "PUT", `/levels/${level.id}`, "level", ({ line, lines }) => ({
    name: line("name", 50),
    description: lines("description", 1000),
  }));
  const teacher = (await editor.ok("GET", "/teachers"))[0];
  await planting.until(editor, "PUT", `/teachers/${teacher.id}`, "teacher", ({ line, lines }) => ({
    firstName: line("firstName", 100),
    lastName: line("lastName", 100),
    bio: lines("bio", 2000),
  }));
  const modules = course.modules.map(({ id, price }) => ({ id, price }));
  await planting.until(
    editor,
    "PUT",
    `/courses/admin/${courseId}`,
    "course",
    ({ line, lines, rich }) => ({
      name: line("name", 200),
      description: line("description", 500),
      detailedDescription: rich("detailedDescription"),
      teacherId: teacher.id,
      location: line("location", 200),
      schedule: lines("schedule", 500),
      sellingPoints: Array.from({ length: 4 }, () => line("sellingPoints[]", 200)),
      modules: modules.map((module) => ({
        ...module,
        title: line("modules[].title", 200),
        description: lines("modules[].description", 2000),
      })),
      objectives: Array.from({ length: 4 }, () => ({
        description: line("objectives[].description", 300),
      })),
      prerequisites: Array.from({ length: 4 }, () => ({
        description: line("prerequisites[].description", 300),
      })),
    }),
  );
}

/** Chapters, lessons with every injection in rich text, resources, quizzes and their questions. */
async function ofTheContent(planting: Planting, moduleId: number): Promise<number[]> {
  const { editor } = planting;
  const chapters = await editor.ok("GET", `/chapters/module/${moduleId}`);
  const chapter = chapters[0];
  await planting.until(editor, "PUT", `/chapters/${chapter.id}`, "chapter", ({ line, lines }) => ({
    title: line("title", 200),
    content: lines("content", 2000),
  }));
  const lessons = await editor.ok("GET", `/chapter-lessons/chapter/${chapter.id}`);
  const lesson = lessons[0];
  await planting.until(
    editor,
    "PUT",
    `/chapter-lessons/${lesson.id}`,
    "lesson",
    ({ line, rich }) => ({ title: line("title", 200), content: rich("content") }),
  );
  const others: number[] = [];
  do {
    const content = planting.texts.rich("lesson of its own");
    const other = { chapterId: chapter.id, title: `?${others.length}`, content };
    others.push(Number((await planting.send(editor, "POST", "/chapter-lessons", other)).id));
  } while (!planting.texts.isThrough("lesson of its own"));
  const resource = await planting.send(editor, "POST", "/resources", {
    chapterLessonId: lesson.id,
    title: "?",
    url: "https://example.org/",
    type: "LINK",
  });
  await planting.until(editor, "PUT", `/resources/${resource.id}`, "resource", ({ line }) => ({
    title: line("title", 200),
  }));
  const quiz = (await editor.ok("GET", `/quizzes/lesson/${lesson.id}`))[0] ?? {
    ...(await planting.send(editor, "POST", "/quizzes", { lessonId: lesson.id })),
  };
  await planting.until(editor, "PUT", `/quizzes/${quiz.id}`, "quiz", ({ lines }) => ({
    instructions: lines("instructions", 2000),
  }));
  const question = { quizId: quiz.id, questionText: "?", typeCode: "QCM", options: ["a", "b"] };
  const made = await planting.send(editor, "POST", "/questions", {
    ...question,
    correctAnswer: "a",
  });
  await planting.until(editor, "PUT", `/questions/${made.id}`, "question", ({ line, lines }) => {
    const options = [line("options[]", 250), `${line("options[]", 250)} .`];
    return {
      questionText: lines("questionText", 2000),
      options,
      correctAnswer: options[0],
      explanation: lines("explanation", 2000),
    };
  });
  const test = (await editor.ok("GET", "/tests/it"))[0];
  await planting.until(editor, "PUT", `/tests/${test.id}/update`, "test-question", (filling) => {
    const options = [filling.line("options[]", 250), `${filling.line("options[]", 250)} .`];
    return {
      question: filling.lines("question", 2000).replaceAll("{{", "{ {"),
      typeCode: "QCM",
      options,
      correctAnswer: options[0],
      mediaUrl: null,
      transcript: null,
    };
  });
  return [lesson.id, ...others];
}

/** Questions and answers, one entry for each injection; comments, messages, the school's own texts. */
async function ofTheSite(planting: Planting) {
  const { admin, editor, school, student, texts } = planting;
  for (const one of injections) {
    const entry = await planting.send(editor, "POST", "/faq", {
      category: "AUTRES_DEMANDES",
      question: one.replace(/\n/g, " "),
      answer: `<p>.</p><p>${one}</p><ul><li>${one}</li></ul><p>the end</p>`,
    });
    if (!String(entry.answer).includes("<p>the end</p>")) texts.alone.add(one);
  }
  texts.sent.set("faq question", new Set(injections));
  texts.sent.set("faq answer", new Set(injections));
  const messages = new Filling(texts, "comment");
  const writers = [student, editor, admin];
  for (let round = 0; round < 15; round += 1) {
    const who = writers[round % writers.length] ?? student;
    const message = messages.lines("message", 990);
    const made = await planting.send(who, "POST", "/comments", { message, rating: 5 });
    await planting.send(editor, "PATCH", `/comments/${made.id}/status`, { active: true });
  }
  const visitor = new Caller(school.url);
  await planting.until(visitor, "POST", "/contact", "contact", ({ line, lines }) => ({
    name: line("name", 200),
    email: "mouchard@exemple.test",
    subject: line("subject", 200),
    to: line("to", 200),
    message: lines("message", 5000),
  }));
  const [written] = (await editor.ok("GET", "/contact?page=1&size=1")).items;
  const replies = `/contact/${written.id}/replies`;
  await planting.until(editor, "POST", replies, "reply", ({ lines }) => ({
    text: lines("text", 5000),
  }));
  const settings = "/settings/school";
  await planting.until(admin, "PUT", settings, "school", ({ line }) => ({
    name: line("name", 200),
    legalName: line("legalName", 200),
    legalForm: line("legalForm", 200),
    street: line("street", 200),
    city: line("city", 200),
    country: line("country", 200),
    mediatorName: line("mediatorName", 200),
    mediatorAddress: line("mediatorAddress", 200),
  }));
  for (const slug of ["mentions-legales", "confidentialite", "cgv"])
    await planting.until(admin, "PUT", `/pages/${slug}`, `page ${slug}`, ({ rich }) => ({
      html: rich("html"),
    }));
}

/** The student's own profile, and somebody who signed up. */
async function ofPeople(planting: Planting) {
  const { admin, school, student } = planting;
  const { id } = await student.ok("GET", "/users/me");
  await planting.until(student, "PUT", `/users/${id}`, "user", ({ line }) => ({
    firstName: line("firstName", 100),
    lastName: line("lastName", 100),
    country: line("country", 100),
  }));
  const filling = new Filling(planting.texts, "register");
  const person = () => ({
    firstName: filling.line("firstName", 100),
    lastName: filling.line("lastName", 100),
    country: filling.line("country", 100),
  });
  for (const number of [1, 2, 3]) {
    await planting.send(new Caller(school.url), "POST", "/auth/register", {
      ...person(),
      email: `inscrit${number}@exemple.test`,
      password: visitorPassword,
    });
    await planting.send(admin, "POST", "/users/beneficiaries", {
      ...person(),
      email: `proche${number}@exemple.test`,
      phoneNumber: "639981204",
      dialCode: "+33",
      birthDate: "1991-03-14",
    });
  }
}

/** A purchase, a sale at the desk, what the office writes about them, and a certificate that is revoked. */
async function ofSales(planting: Planting) {
  const { admin, school } = planting;
  const filling = new Filling(planting.texts, "sale");
  const course = await bookableCourse(school.url, "Français", "ONLINE");
  const visitor = new Caller(school.url);
  const said = draft(course, "acheteur@exemple.test");
  const names = {
    firstName: filling.line("bookerData.firstName", 100),
    lastName: filling.line("bookerData.lastName", 100),
    country: filling.line("bookerData.country", 100),
    address: {
      street: filling.line("bookerData.address.street", 200),
      postalCode: "13100",
      city: filling.line("bookerData.address.city", 200),
    },
  };
  const old = { ...said, reservedModuleIds: [], termsVersion: 1 };
  const terms = (await visitor.call("POST", "/checkout", old)).json;
  const held: Json = await planting.send(visitor, "POST", "/checkout", {
    ...said,
    reservedModuleIds: [],
    termsVersion: terms.params.version,
    bookerData: { ...said.bookerData, ...names },
  });
  const { reservationId, checkoutToken, clientSecret } = held;
  const card = { clientSecret, ...goodCard, holderName: filling.line("holderName", 100) };
  await planting.send(visitor, "POST", "/payment/sandbox/confirm", card);
  await planting.send(visitor, "POST", `/checkout/${reservationId}/complete`, { checkoutToken });
  const buyer = await new Caller(school.url).signIn("acheteur@exemple.test", visitorPassword);
  await planting.send(admin, "POST", `/reservations/${reservationId}/refund`, {
    amount: 1,
    note: filling.line("refund note", 300),
  });
  const person = (email: string) => ({
    firstName: filling.line("desk firstName", 100),
    lastName: filling.line("desk lastName", 100),
    email,
  });
  const desk = await bookableCourse(school.url, "Anglais", "ONLINE");
  await planting.send(admin, "POST", "/reservations/desk", {
    courseId: desk.id,
    reservedModuleIds: [],
    requestedStartDate: said.requestedStartDate,
    learner: person("eleve@exemple.test"),
    payer: person("payeur@exemple.test"),
    payment: { method: "CASH", note: filling.line("desk note", 300) },
  });
  const buyerId = (await buyer.ok("GET", "/users/me")).id;
  await planting.send(admin, "POST", "/subscriptions", {
    userId: buyerId,
    courseId: desk.id,
    moduleIds: [],
    reason: filling.line("grant reason", 300),
  });
  const [certificate] = await admin.ok("GET", "/certificates");
  const reason = { reason: filling.line("revoke reason", 300) };
  await planting.send(admin, "POST", `/certificates/${certificate.id}/revoke`, reason);
  return { buyer, reservationId: Number(reservationId) };
}
