// Plants injections in what is said of rooms, closures, sessions, marks and learners.
import { Filling, type Json } from "./injections.ts";
import type { Planting } from "./planting.ts";

/** Sessions cancelled for reasons that are injections; each bears some of them. */
const MOST_SESSIONS = 60;

/** Answers a session whose roll call shows what was planted. */
export async function plantTimetable(
  planting: Planting,
  courseId: number,
  subscriptionId: number,
): Promise<number> {
  const { editor } = planting;
  const rooms: Json[] = await editor.ok("GET", "/rooms");
  await planting.until(editor, "PUT", `/rooms/${rooms[0]?.id}`, "room", ({ line, lines }) => ({
    name: line("name", 100),
    address: line("address", 300),
    note: lines("note", 1000),
  }));
  const { closures } = await editor.ok("GET", "/closures");
  const closure = `/closures/${closures[0].id}`;
  await planting.until(editor, "PUT", closure, "closure", ({ line }) => ({
    label: line("label", 100),
  }));
  const sessions: Json[] = await editor.ok("GET", `/class-sessions?courseId=${courseId}`);
  const now = new Date().toISOString();
  const coming = sessions.find((one) => String(one.startsAt) > now && one.status === "PLANNED");
  const held = sessions.find((one) => one.sheetClosedAt !== null);
  const { date } = coming ?? {};
  await planting.until(editor, "PUT", `/class-sessions/${coming?.id}`, "session", ({ lines }) => ({
    note: lines("note", 500),
  }));
  const place = { courseId, date, roomId: null, teacherId: null, startTime: "05:00", minutes: 5 };
  for (let made = 0; made < MOST_SESSIONS; made += 1) {
    const filling = new Filling(planting.texts, "session cancelled");
    const { id } = await planting.send(editor, "POST", "/class-sessions", place);
    const reason = { reason: filling.line("reason", 500) };
    await planting.send(editor, "PATCH", `/class-sessions/${id}/cancel`, reason);
    if (filling.isDone) break;
  }
  const messages = `/courses/${courseId}/messages`;
  await planting.until(editor, "POST", messages, "class message", ({ lines }) => ({
    text: lines("text", 5000),
  }));
  const [message] = (await editor.ok("GET", messages)).messages;
  const answers = `/subscriptions/${subscriptionId}/messages/${message.id}/replies`;
  await planting.until(planting.student, "POST", answers, "class answer", ({ lines }) => ({
    text: lines("text", 5000),
  }));
  await ofTheRoll(planting, Number(held?.id), subscriptionId);
  return Number(held?.id);
}

/** A note on needs, and corrections of a closed sheet with reasons. */
async function ofTheRoll(planting: Planting, session: number, subscriptionId: number) {
  const { admin, student } = planting;
  const { id } = await student.ok("GET", "/users/me");
  await planting.until(student, "PUT", `/users/${id}/needs`, "needs", ({ lines }) => ({
    text: lines("text", 1000),
    consent: true,
  }));
  let made = 0;
  const path = `/class-sessions/${session}/attendance`;
  await planting.until(admin, "POST", path, "mark", ({ line }) => {
    made += 1;
    const clientId = `019aaaaa-0000-7000-8000-${String(made).padStart(12, "0")}`;
    return [{ clientId, subscriptionId, status: "EXCUSED", reason: line("reason", 500) }];
  });
}
