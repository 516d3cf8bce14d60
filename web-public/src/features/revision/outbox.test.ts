// Reviews over a network that breaks, tabs that are killed, and people who leave.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { student } from "web-shared/fixtures";
import type { Review } from "./api";

const UUID_7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** What the school has, in the order in which it came, each id once. */
let school: Review[];
let network: "up" | "down" | "answers lost" | "refuses the first";

beforeEach(() => {
  vi.useFakeTimers();
  school = [];
  network = "up";
  vi.stubGlobal("fetch", async (request: Request) => {
    if (network === "down") throw new TypeError("Failed to fetch");
    if (network === "refuses the first") {
      network = "up";
      const fields = [{ name: "[0].reviewedAt", code: "out_of_range", message: "" }];
      return Response.json({ status: 422, code: "invalid", message: "", fields }, { status: 422 });
    }
    const sent: Review[] = await request.json();
    const known = new Set(school.map(({ clientId }) => clientId));
    school.push(...sent.filter(({ clientId }) => !known.has(clientId)));
    if (network === "answers lost") throw new TypeError("Failed to fetch");
    const outcome = ({ clientId, cardId }: Review) => ({ clientId, cardId, counted: true });
    return Response.json(sent.map((one) => ({ ...outcome(one), dueOn: "2026-12-01" })));
  });
});

afterEach(() => vi.useRealTimers());

/** The page as a new tab loads it: it remembers nothing but what the browser keeps. */
async function newTab(id = 3) {
  vi.resetModules();
  const session = await import("web-shared/api/session");
  const refreshToken = crypto.randomUUID();
  session.startSession({ accessToken: "a", refreshToken, user: { ...student, id } }, false);
  return { ...session, ...(await import("./outbox")) };
}

const cards = () => school.map(({ cardId }) => cardId);

test("reviews without a network outlive a killed tab, and each arrives once, in order", async () => {
  const first = await newTab();
  network = "down";
  for (const id of [1, 2, 3]) first.note(id, "GOOD");
  await first.send();
  expect(first.waiting()).toHaveLength(3);
  for (const { clientId } of first.waiting()) expect(clientId).toMatch(UUID_7);

  const second = await newTab();
  expect(second.waiting()).toHaveLength(3);
  network = "answers lost";
  second.note(1, "AGAIN");
  await second.send();
  expect(cards()).toEqual([1, 2, 3, 1]);
  expect(second.waiting()).toHaveLength(4);
  network = "up";
  const stop = second.sendWhenPossible();
  window.dispatchEvent(new Event("online"));
  await second.send();
  stop();
  expect(cards()).toEqual([1, 2, 3, 1]);
  expect(second.waiting()).toEqual([]);
  expect(localStorage.length).toBe(0);
});

test("what failed is sent again by itself", async () => {
  const tab = await newTab();
  network = "down";
  tab.note(1, "EASY");
  await tab.send();
  network = "up";
  await vi.advanceTimersByTimeAsync(15_000);
  expect(cards()).toEqual([1]);
  expect(tab.waiting()).toEqual([]);
});

test("a review that comes while another is on its way is sent after it", async () => {
  const tab = await newTab();
  tab.note(1, "GOOD");
  tab.note(2, "HARD");
  await tab.send();
  expect(cards()).toEqual([1, 2]);
  expect(tab.waiting()).toEqual([]);
});

test("one that the school never takes does not hold up the others", async () => {
  const tab = await newTab();
  network = "down";
  for (const id of [1, 2]) tab.note(id, "GOOD");
  await tab.send();
  network = "refuses the first";
  await tab.send();
  expect(cards()).toEqual([2]);
  expect(tab.waiting()).toEqual([]);
});

test("reviews are of one account, and go when it is left", async () => {
  const tab = await newTab(3);
  network = "down";
  tab.note(1, "GOOD");
  await tab.send();
  tab.endSession(); // it ran out
  expect(tab.waiting()).toEqual([]);
  const other = await newTab(4);
  expect(other.waiting()).toEqual([]);
  const again = await newTab(3);
  expect(again.waiting()).toHaveLength(1);
  again.leaveSession();
  expect(again.waiting()).toEqual([]);
  expect((await newTab(3)).waiting()).toEqual([]);
});

test("without a storage the page itself remembers", async () => {
  const tab = await newTab();
  network = "down";
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  for (const id of [1, 2]) tab.note(id, "GOOD");
  await tab.send();
  expect(tab.waiting()).toHaveLength(2);
  network = "up";
  await tab.send();
  expect(cards()).toEqual([1, 2]);
});
