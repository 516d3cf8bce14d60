// Gestures of a roll call over a network that breaks, and tabs that are killed.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { student } from "web-shared/fixtures";
import type { Gesture, Marking } from "./marks";

const UUID_7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const SESSION = 12;
const present = (subscriptionId: number): Marking => ({ subscriptionId, status: "PRESENT" });
const forty = Array.from({ length: 40 }, (_, at) => present(at + 1));

/** What the school has, in the order in which it came, each id once. */
let school: Gesture[];
let network: "up" | "down" | "answers lost" | "refuses";

function answer(sent: Gesture[]) {
  for (const { clientId } of sent) expect(clientId).toMatch(UUID_7); // the school refuses other ids
  const known = new Set(school.map(({ clientId }) => clientId));
  const results = sent.map(({ clientId }) => ({
    clientId,
    status: known.has(clientId) ? "REPEATED" : "STORED",
  }));
  school.push(...sent.filter(({ clientId }) => !known.has(clientId)));
  return { results, roster: { session: {}, rows: [], sheet: null } };
}

beforeEach(() => {
  vi.useFakeTimers();
  school = [];
  network = "up";
  vi.stubGlobal("fetch", async (request: Request) => {
    if (network === "down") throw new TypeError("Failed to fetch");
    if (network === "refuses") return Response.json({ code: "forbidden" }, { status: 403 });
    const answered = answer(await request.json());
    if (network === "answers lost") throw new TypeError("Failed to fetch");
    return Response.json(answered);
  });
});

afterEach(() => vi.useRealTimers());

/** The page as a new tab loads it: it remembers nothing but what the browser keeps. */
async function newTab(id = 7) {
  vi.resetModules();
  const { startSession } = await import("web-shared/api/session");
  const refreshToken = crypto.randomUUID(); // what ends another test's session ends no other
  const user = { ...student, id, role: "TEACHER" as const };
  startSession({ accessToken: "a", refreshToken, user }, false);
  return import("./outbox");
}

test("forty marks without a network outlive a killed tab, and each arrives once, in order", async () => {
  const first = await newTab();
  network = "down";
  for (const marking of forty) first.note(SESSION, [marking]);
  await first.send(SESSION);
  expect(school).toEqual([]);
  expect(first.outboxOf(SESSION).waiting).toHaveLength(40);

  const second = await newTab();
  expect(second.outboxOf(SESSION).waiting).toHaveLength(40);
  second.note(SESSION, [{ subscriptionId: 3, status: "LATE", minutes: 10 }]);
  network = "up";
  const stop = second.sendWhenPossible();
  window.dispatchEvent(new Event("online"));
  await second.send(SESSION);
  stop();
  expect(school.map(({ subscriptionId }) => subscriptionId)).toEqual([
    ...forty.map(({ subscriptionId }) => subscriptionId),
    3,
  ]);
  expect(new Set(school.map(({ clientId }) => clientId)).size).toBe(41);
  expect(second.outboxOf(SESSION).waiting).toEqual([]);
  expect(localStorage.length).toBe(0);
});

test("marks whose answer was lost are sent again under the same ids", async () => {
  const { note, send, outboxOf } = await newTab();
  network = "answers lost";
  note(SESSION, forty);
  await send(SESSION);
  expect(school).toHaveLength(40);
  expect(outboxOf(SESSION).waiting).toHaveLength(40);
  network = "up";
  await vi.advanceTimersByTimeAsync(20_000);
  expect(school).toHaveLength(40);
  expect(outboxOf(SESSION).waiting).toEqual([]);
});

test("more marks than one call takes leave in order", async () => {
  const { note, send } = await newTab();
  note(SESSION, [...forty, ...forty.map(({ subscriptionId }) => present(subscriptionId + 40))]);
  await send(SESSION);
  expect(school.map(({ subscriptionId }) => subscriptionId)).toEqual(
    Array.from({ length: 80 }, (_, at) => at + 1),
  );
});

test("a press is sent after a moment, and taken back before", async () => {
  const { note, outboxOf, takeBack } = await newTab();
  const gestures = note(SESSION, [present(1)]);
  expect(takeBack(SESSION, gestures)).toBe(true);
  const [kept] = note(SESSION, [present(2)]);
  await vi.advanceTimersByTimeAsync(5000);
  await vi.waitFor(() => expect(outboxOf(SESSION).waiting).toEqual([]));
  expect(school).toEqual([kept]);
  expect(takeBack(SESSION, kept ? [kept] : [])).toBe(false);
});

test("what the school refuses as a whole stays and says why, and is not sent again by itself", async () => {
  const { note, outboxOf, send } = await newTab();
  network = "refuses";
  note(SESSION, [present(1)]);
  await send(SESSION);
  expect(outboxOf(SESSION).failure).toMatchObject({ code: "forbidden" });
  network = "up";
  await vi.advanceTimersByTimeAsync(60_000);
  expect(school).toEqual([]);
  await send(SESSION);
  expect(school).toHaveLength(1);
  expect(outboxOf(SESSION).failure).toBeNull();
});

test("a mark refused alone is told, and leaves with the others", async () => {
  const { forgetRefusals, note, outboxOf, send } = await newTab();
  vi.stubGlobal("fetch", async (request: Request) => {
    const sent: Gesture[] = await request.json();
    const results = sent.map(({ clientId, subscriptionId }) =>
      subscriptionId === 2
        ? { clientId, status: "REFUSED", code: "not_in_class" }
        : { clientId, status: "STORED" },
    );
    return Response.json({ results, roster: { session: {}, rows: [], sheet: null } });
  });
  note(SESSION, [present(1), present(2)]);
  await send(SESSION);
  expect(outboxOf(SESSION)).toMatchObject({
    waiting: [],
    refused: [{ code: "not_in_class", gesture: { subscriptionId: 2 } }],
  });
  forgetRefusals(SESSION);
  expect(outboxOf(SESSION).refused).toEqual([]);
});

test("what waits belongs to its account, and bears no name", async () => {
  const { note } = await newTab();
  network = "down";
  note(SESSION, [present(1)]);
  expect(Object.keys(localStorage)).toEqual([`roll:7:${SESSION}`]);
  expect(Object.keys(JSON.parse(localStorage[`roll:7:${SESSION}`])[0]).sort()).toEqual([
    "clientId",
    "manner",
    "markedAt",
    "status",
    "subscriptionId",
  ]);
  const other = await newTab(8);
  expect(other.outboxOf(SESSION).waiting).toEqual([]);
  expect(other.sessionsWaiting()).toEqual([]);
});

/** Another tab of this browser wrote something. */
const elsewhere = (key: string) => window.dispatchEvent(new StorageEvent("storage", { key }));

test("a refused mark is told until it is read, whatever other tabs do and after the page is loaded anew", async () => {
  const first = await newTab();
  vi.stubGlobal("fetch", async (request: Request) => {
    const sent: Gesture[] = await request.json();
    const results = sent.map(({ clientId }) => ({ clientId, status: "REFUSED", code: "too_big" }));
    return Response.json({ results, roster: { session: {}, rows: [], sheet: null } });
  });
  first.note(SESSION, [present(2)]);
  await first.send(SESSION);
  elsewhere("roll:7:99");
  const told = [{ code: "too_big", gesture: { subscriptionId: 2 } }];
  expect(first.outboxOf(SESSION).refused).toMatchObject(told);
  const second = await newTab();
  expect(second.sessionsKept()).toEqual([SESSION]);
  expect(second.outboxOf(SESSION).refused).toMatchObject(told);
  second.forgetRefusals(SESSION);
  expect(localStorage.length).toBe(0);
});

test("a roll call of a cancelled session is sent once, stays with its reason, and is given up by hand", async () => {
  const first = await newTab();
  let calls = 0;
  vi.stubGlobal("fetch", async () => {
    calls += 1;
    return Response.json({ code: "session_cancelled", message: "Annulée." }, { status: 409 });
  });
  first.note(SESSION, [present(1), present(2)]);
  await first.send(SESSION);
  elsewhere("roll:7:99");
  expect(first.outboxOf(SESSION).failure).toMatchObject({ code: "session_cancelled" });

  const second = await newTab();
  const stop = second.sendWhenPossible();
  await vi.advanceTimersByTimeAsync(60_000);
  stop();
  expect(calls).toBe(1);
  expect(second.sessionsKept()).toEqual([SESSION]);
  expect(second.countUnsent()).toBe(2);
  expect(second.outboxOf(SESSION)).toMatchObject({
    failure: { code: "session_cancelled" },
    waiting: [{ subscriptionId: 1 }, { subscriptionId: 2 }],
  });
  second.discard(SESSION);
  expect(second.sessionsKept()).toEqual([]);
  expect(localStorage.length).toBe(0);
});

test("with the storage full a mark is remembered by the page, through the events of other tabs", async () => {
  const { countUnsent, note, outboxOf, send } = await newTab();
  network = "down";
  const full = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  note(SESSION, [present(1)]);
  full.mockRestore();
  elsewhere("roll:7:99");
  expect(countUnsent()).toBe(1);
  network = "up";
  await send(SESSION);
  expect(school).toHaveLength(1);
  expect(outboxOf(SESSION).waiting).toEqual([]);
});
