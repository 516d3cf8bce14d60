// The meter against the table that core is tested with.
import { expect, test } from "vitest";
import cases from "../../../core/cases/strength.json";
import { type Strength, strengthOf } from "./password";

const WORDS: Record<Strength, string> = { weak: "Faible", medium: "Moyen", strong: "Fort" };

test.each(cases)("$password is $strength", ({ password, strength }) => {
  expect(WORDS[strengthOf(password)]).toBe(strength);
});
