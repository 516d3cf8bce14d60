import { expect, test } from "vitest";
import { student } from "web-shared/fixtures";
import { strengthOf } from "web-shared/ui/password";
import { makePassword } from "./password";
import { changesOf, NOBODY, personOf, sentOf } from "./person";

test("only what was changed is sent, a phone with its code", () => {
  const before = personOf(student);
  expect(changesOf(before, { ...before, lastName: "Petit" })).toEqual({ lastName: "Petit" });
  expect(changesOf(before, { ...before, phoneNumber: "612345678" })).toEqual({
    dialCode: "+33",
    phoneNumber: "612345678",
  });
});

test("what is left empty is sent as nothing", () => {
  expect(sentOf(NOBODY)).toMatchObject({
    birthDate: null,
    dialCode: null,
    phoneNumber: null,
    country: null,
  });
});

test("a password to hand over is strong, and no other one", () => {
  const made = Array.from({ length: 50 }, makePassword);
  expect(new Set(made).size).toBe(50);
  for (const password of made) {
    expect(password).toMatch(/^(.{4}-){3}.{4}$/);
    expect(strengthOf(password)).toBe("strong");
  }
});
