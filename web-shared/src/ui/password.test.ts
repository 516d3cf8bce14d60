import { expect, test } from "vitest";
import { strengthOf } from "./password";

test.each([
  ["", "weak"],
  ["a1!", "weak"],
  ["abcdef", "weak"],
  ["123456", "weak"],
  ["abc123", "medium"],
  ["abcde!", "medium"],
  ["1234!?", "medium"],
  ["abc12!", "strong"],
  ["été12!", "strong"],
])("%s is %s", (password, strength) => expect(strengthOf(password)).toBe(strength));
