import { expect, test } from "vitest";
import { STATE } from "./fixtures";
import { type Standing, toneOf, wordsOf } from "./standing";

const standings = (state: Partial<typeof STATE>): Standing[] =>
  wordsOf({ ...STATE, ...state }).map(({ standing }) => standing);

test("nothing waits and the school answers", () => {
  expect(standings({})).toEqual(["online"]);
  expect(toneOf(wordsOf(STATE))).toBe("good");
});

test("what waits is counted, also while the school is not reached", () => {
  expect(wordsOf({ ...STATE, waiting: 3 })).toEqual([{ standing: "waiting", count: 3 }]);
  expect(standings({ connection: "offline" })).toEqual(["offline"]);
  expect(standings({ connection: "offline", waiting: 3 })).toEqual(["offline", "waiting"]);
  expect(standings({ connection: "signed_out", waiting: 1 })).toEqual(["signedOut", "waiting"]);
  expect(standings({ connection: "too_new" })).toEqual(["tooNew"]);
  expect(standings({ connection: "keychain_locked", waiting: 1 })).toEqual([
    "keychainLocked",
    "waiting",
  ]);
});

test("what somebody has to look after comes before what is on its way", () => {
  expect(standings({ waiting: 5, failed: 1, conflicts: 2 })).toEqual(["conflict"]);
  expect(standings({ waiting: 5, failed: 1 })).toEqual(["failed"]);
  expect(standings({ connection: "offline", conflicts: 1 })).toEqual(["offline", "conflict"]);
});

test("an account that may not write any more is said before what waits for that", () => {
  const denied = { code: "forbidden" };
  expect(standings({ denied, waiting: 3 })).toEqual(["denied", "waiting"]);
  expect(standings({ denied, connection: "offline", waiting: 1 })).toEqual(["offline", "waiting"]);
  expect(toneOf(wordsOf({ ...STATE, denied, waiting: 3 }))).toBe("danger");
});

test("the colour is that of the word that asks for most", () => {
  const tone = (state: Partial<typeof STATE>) => toneOf(wordsOf({ ...STATE, ...state }));
  expect(tone({ waiting: 2 })).toBe("calm");
  expect(tone({ connection: "offline", waiting: 2 })).toBe("warning");
  expect(tone({ connection: "offline", conflicts: 2 })).toBe("danger");
  expect(tone({ connection: "too_new" })).toBe("danger");
});
