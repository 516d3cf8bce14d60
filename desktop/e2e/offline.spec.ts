// The promise of the app: what is written without the school survives a power cut, and reaches the school once.
import type { Caller } from "../../web-public/e2e/support/api.ts";
import { until } from "../../web-public/e2e/support/ports.ts";
import { changeLesson, lessonOfDemo } from "./support/content.ts";
import { choose, contentOf, fill, find, isThere, press, see, type } from "./support/page.ts";
import { expect, type Scene, test } from "./support/test.ts";

const COURSE = "Conversations au marché";
const TEXT = "Un brouillon que personne n’a encore enregistré";

test("what is written without the school survives a power cut and is sent once", async ({
  scene,
}) => {
  test.setTimeout(300_000);
  const lesson = await lessonOfDemo(await scene.caller());
  const session = await comingSession(await scene.caller());
  await scene.signIn();
  const editor = await scene.caller();

  await test.step("online, a change is at the school at once", async () => {
    await changeLesson(scene, lesson.place, "Le timbre vert.");
    await until("the change", async () => (await lesson.text(editor)).includes("Le timbre vert."));
    expect((await scene.state("nothing", () => true)).waiting).toBe(0);
  });

  const [server] = scene.school.servers;
  await test.step("the school’s server stops", async () => {
    await server?.kill("SIGTERM");
    await scene.bureau.open("course/list");
    await see(scene.bureau, "Hors ligne");
    await scene.bureau.picture("bureau-hors-ligne");
  });

  await test.step("what the school alone does says so before it is pressed", async () => {
    await press(scene.bureau, "button", "Autres actions", { like: true });
    const copy = await find(scene.bureau, "option", "Dupliquer", { like: true });
    expect(await copy.getAttribute("aria-disabled")).toBe("true");
    await see(scene.bureau, "Il faut le réseau");
  });

  await test.step("a lesson is found by its text, and what is here is listed", async () => {
    await scene.bureau.open("accueil");
    await fill(scene.bureau, "Rechercher dans le tableau de bord", "timbre vert");
    await find(scene.bureau, "option", "Le timbre vert.", { like: true });
    await press(scene.bureau, "button", "État de la synchronisation", { like: true });
    await press(scene.bureau, "tab", "Sur cet ordinateur");
    await see(scene.bureau, "Avec le réseau seulement");
    await scene.bureau.picture("bureau-sur-cet-ordinateur");
  });

  await test.step("a course with two modules is written, and a lesson", async () => {
    await writeCourse(scene);
    await scene.state("the course to wait", ({ waiting }) => waiting >= 1);
    await changeLesson(scene, lesson.place, "Le timbre rouge.");
    await scene.state("both to wait", ({ waiting }) => waiting >= 2);
  });

  await test.step("a session is cancelled, and the panel says so", async () => {
    const { bureau } = scene;
    await bureau.open(`course/sessions/${session.courseId}`);
    // The list may be drawn anew between the press and its release, which opens nothing.
    const open = async () => {
      await press(bureau, "button", ", prévue", { like: true });
      const shown = () => isThere(bureau, "button", "Annuler la séance");
      return until("the session to be open", shown, 5_000).catch(() => false);
    };
    await until("a session to be open", open, 60_000);
    await press(bureau, "button", "Annuler la séance");
    await fill(bureau, "Raison", "Grève des transports.");
    await press(bureau, "button", "Annuler la séance", { here: true });
    await find(bureau, "button", ", annulée", { like: true });
    await press(bureau, "button", "État de la synchronisation", { like: true });
    await see(bureau, "Annuler la séance de");
    await bureau.picture("bureau-seance-annulee");
  });

  await test.step("half a sentence in a form is kept within a second", async () => {
    await scene.bureau.open("faq/add");
    await fill(scene.bureau, "Question", TEXT, { like: true });
    const typed = Date.now();
    await until("the draft", async () => JSON.stringify(await drafts(scene)).includes(TEXT));
    expect(Date.now() - typed).toBeLessThan(1_000);
  });

  await test.step("the power fails", async () => {
    await scene.bureau.kill();
    await scene.restart();
  });

  await test.step("all of it is there, without the school", async () => {
    const { bureau } = scene;
    await bureau.open("course/list");
    await see(bureau, "Hors ligne");
    await see(bureau, COURSE);
    await press(bureau, "button", "État de la synchronisation", { like: true });
    await see(bureau, `Ajouter`);
    await see(bureau, COURSE);
    await bureau.picture("bureau-en-attente");
    await bureau.open(lesson.place);
    await see(bureau, "Le timbre rouge.");
    await bureau.open("faq/add");
    await press(bureau, "button", "Reprendre");
    expect(await contentOf(bureau, "Question", { like: true })).toBe(TEXT);
  });

  await test.step("the server is back, and everything arrives once", async () => {
    const again = await scene.school.serve();
    scene.door.open(again.url);
    await scene.bureau.call("POST", "/api/desktop/sync", {});
    await scene.state(
      "nothing to wait",
      ({ waiting, connection }) => connection === "online" && waiting === 0,
    );
    const caller = await scene.caller();
    const courses: { id: number; name: string }[] = await caller.ok("GET", "/courses");
    const mine = courses.filter(({ name }) => name === COURSE);
    expect(mine).toHaveLength(1);
    const details = await caller.ok("GET", `/courses/${mine[0]?.id}/details`);
    expect(details.modules.map(({ title }: { title: string }) => title)).toEqual([
      "Al bar",
      "Al mercato",
    ]);
    expect(await lesson.text(caller)).toContain("Le timbre rouge.");
    const sessions = await caller.ok("GET", `/class-sessions?courseId=${session.courseId}`);
    const cancelled = sessions.filter(({ reason }: Session) => reason === "Grève des transports.");
    expect(cancelled).toHaveLength(1);
    expect(writes(again.output(), "PATCH", "/api/class-sessions/{id}/cancel")).toBe(1);
    expect(writes(again.output(), "POST", "/api/courses/admin")).toBe(1);
    expect(writes(again.output(), "PUT", "/api/chapter-lessons/{id}")).toBe(1);
    await see(scene.bureau, "En ligne");
  });
});

type Session = { courseId: number; status: string; reason: string | null };

/** A session of the next two weeks. */
async function comingSession(editor: Caller): Promise<Session> {
  const day = (ahead: number) =>
    new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);
  const sessions: Session[] = await editor.ok(
    "GET",
    `/class-sessions?from=${day(2)}&to=${day(16)}`,
  );
  const session = sessions.find(({ status }) => status === "PLANNED");
  if (!session) throw new Error("the demo school does not meet");
  return session;
}

/** How often this server did it. */
function writes(log: string, method: string, route: string): number {
  return log
    .split("\n")
    .filter((line) => line.includes(`method=${method} route="${route}" status=20`)).length;
}

async function drafts(scene: Scene): Promise<unknown> {
  return scene.bureau.call("GET", "/api/desktop/drafts");
}

async function writeCourse({ bureau }: Scene): Promise<void> {
  await bureau.open("course/add");
  await fill(bureau, "Titre du cours", COURSE);
  await fill(bureau, "Description courte", "Deux heures pour parler autour d’un étal.");
  await fill(bureau, "Description détaillée", "On goûte, on raconte.", { like: true });
  await choose(bureau, "Type", "Présentiel");
  await choose(bureau, "Langue", "Italien");
  await choose(bureau, "Niveau", "A2");
  await choose(bureau, "Professeur");
  await fill(bureau, "Durée en heures", "20");
  await fill(bureau, "Lieu (facultatif)", "Salle Cézanne");
  await press(bureau, "button", "Ajouter un objectif");
  await type(bureau, "Commander un café");
  for (const [place, title, price] of [
    [1, "Al bar", "60"],
    [2, "Al mercato", "75,5"],
  ] as const) {
    await press(bureau, "button", "Ajouter un module");
    await fill(bureau, `Titre du module ${place}`, title);
    await fill(bureau, `Prix du module ${place}`, price);
  }
  await find(bureau, "any", "135,50 €", { like: true });
  await press(bureau, "button", "Créer le cours");
  await find(bureau, "any", COURSE, { like: true });
}
