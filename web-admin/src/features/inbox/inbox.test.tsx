// The inbox while several people work in it.
import { act, renderHook } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { endSession, startSession } from "web-shared/api/session";
import { student } from "web-shared/fixtures";
import type { Message } from "./api";
import { useDrafts, withAnswered } from "./drafts";

const signIn = (id: number) =>
  startSession(
    { accessToken: "a", refreshToken: "r", user: { ...student, id, role: "EDITOR" } },
    false,
  );

const message = (id: number, version = 1): Message => ({
  id,
  version,
  name: "Zoé Blanc",
  email: "zoe@exemple.test",
  message: "Bonjour",
  language: "fr",
  handled: false,
  createdAt: "2026-11-20T09:00:00Z",
  replies: [],
});

beforeEach(() => signIn(1));

test("an answer is found again by who typed it, and by nobody else", () => {
  const { result } = renderHook(useDrafts);
  act(() => result.current.begin(message(7)));
  act(() => result.current.type(7, "Oui"));
  const again = renderHook(useDrafts).result;
  expect(again.current.of(7)?.text).toBe("Oui");
  endSession();
  signIn(2);
  expect(renderHook(useDrafts).result.current.open).toEqual([]);
});

test("an answer that left or was given up is forgotten", () => {
  const { result } = renderHook(useDrafts);
  act(() => result.current.begin(message(7)));
  act(() => result.current.begin(message(8)));
  act(() => result.current.close(7));
  expect(renderHook(useDrafts).result.current.open.map(({ message }) => message.id)).toEqual([8]);
  act(() => result.current.closeAll());
  expect(renderHook(useDrafts).result.current.open).toEqual([]);
});

test("a message that is being answered stays in sight, as it stands now", () => {
  const { result } = renderHook(useDrafts);
  act(() => result.current.begin(message(7)));
  expect(withAnswered([message(9), message(3)], result.current).map(({ id }) => id)).toEqual([
    9, 7, 3,
  ]);
  act(() => result.current.learn(message(7, 2)));
  expect(withAnswered([], result.current)).toEqual([message(7, 2)]);
  expect(withAnswered([message(7)], result.current)).toEqual([message(7, 2)]);
  expect(withAnswered([message(7, 3)], result.current)).toEqual([message(7, 3)]);
});
