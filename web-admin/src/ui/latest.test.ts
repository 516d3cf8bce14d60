import { beforeEach, expect, test, vi } from "vitest";
import { Latest } from "./latest";

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

const setUp = (before: Promise<unknown> = Promise.resolve()) => {
  const written: string[] = [];
  const latest = new Latest(before);
  const write = (text: string) => async () => {
    written.push(text);
  };
  return { written, latest, write };
};

test("a change is written a quarter of a second after the last one", async () => {
  const { written, latest, write } = setUp();
  latest.soon(write("a"));
  await vi.advanceTimersByTimeAsync(249);
  expect(written).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(written).toEqual(["a"]);
});

test("whoever types on and on waits half a second at most", async () => {
  const { written, latest, write } = setUp();
  for (let at = 0; at <= 1100; at += 100) {
    latest.soon(write(String(at)));
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(written).toEqual(["400", "900"]);
  await vi.advanceTimersByTimeAsync(250);
  expect(written.at(-1)).toBe("1100");
});

test("what waits is written at once when the window goes", async () => {
  const { written, latest, write } = setUp();
  latest.soon(write("a"));
  latest.flush();
  await vi.advanceTimersByTimeAsync(0);
  expect(written).toEqual(["a"]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(written).toEqual(["a"]);
});

test("nothing is written before what was there is known, and one after the other", async () => {
  const known = Promise.withResolvers<void>();
  const { written, latest, write } = setUp(known.promise);
  latest.now(write("a"));
  latest.now(write("b"));
  await vi.advanceTimersByTimeAsync(1000);
  expect(written).toEqual([]);
  known.resolve();
  await vi.advanceTimersByTimeAsync(0);
  expect(written).toEqual(["a", "b"]);
});

test("after the end nothing is tried again", async () => {
  const { latest } = setUp();
  const failing = vi.fn().mockRejectedValue(new Error("signed out"));
  latest.soon(failing);
  latest.end();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(failing).toHaveBeenCalledTimes(1);
});

test("what could not be written is tried again, unless something newer waits", async () => {
  const { written, latest, write } = setUp();
  const failing = vi.fn().mockRejectedValueOnce(new Error("disk")).mockImplementation(write("a"));
  latest.now(failing);
  await vi.advanceTimersByTimeAsync(2000);
  expect(written).toEqual(["a"]);
  failing.mockRejectedValueOnce(new Error("disk"));
  latest.now(failing);
  latest.soon(write("b"));
  await vi.advanceTimersByTimeAsync(3000);
  expect(written).toEqual(["a", "b"]);
});
