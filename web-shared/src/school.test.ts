import { expect, test } from "vitest";
import { phoneLink, townOf } from "./school";

test.each([
  ["04 65 71 00 12", "+33465710012"],
  ["04.65.71.00.12", "+33465710012"],
  ["+33 4 65 71 00 12", "+33465710012"],
  ["3949", "3949"],
  ["+39 06 1234 5678", "+390612345678"],
])("%s is dialled as %s", (written, dialled) => {
  expect(phoneLink(written)).toBe(dialled);
});

test("a town is what is known of it", () => {
  expect(townOf({ postalCode: "13100", city: "Aix-en-Provence" })).toBe("13100 Aix-en-Provence");
  expect(townOf({ postalCode: null, city: "Aix-en-Provence" })).toBe("Aix-en-Provence");
  expect(townOf({})).toBe("");
});
