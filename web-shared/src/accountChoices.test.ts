import { beforeEach, expect, test, vi } from "vitest";
import { followAccount, keepOnAccount } from "./accountChoices";
import { endSession, startSession } from "./api/session";
import { student } from "./fixtures";
import { applyFontSize, storedFontSize } from "./preferences";

const signIn = (choices: Partial<typeof student> = {}) =>
  startSession({ accessToken: "a", refreshToken: "r", user: { ...student, ...choices } }, false);

beforeEach(() => endSession());

test("after a sign-in the account’s size holds; a usual one leaves the device as it is", () => {
  followAccount();
  applyFontSize(60);
  signIn({ fontSize: 50 });
  expect(storedFontSize()).toBe(60);
  endSession();
  signIn({ fontSize: 80 });
  expect(storedFontSize()).toBe(80);
});

test("choices go to the account of who is signed in, and to nobody else’s", async () => {
  const bodies: unknown[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    bodies.push(await request.json());
    return Response.json({ ...student, fontSize: 90 });
  });
  await keepOnAccount({ fontSize: 90 });
  signIn();
  await keepOnAccount({ language: "fr", fontSize: 90 });
  expect(bodies).toEqual([{ language: "fr", fontSize: 90 }]);
});
