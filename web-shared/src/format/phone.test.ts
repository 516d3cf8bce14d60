import { expect, test } from "vitest";
import { internationalPhone } from "./phone";

test.each([
  ["+33", "06 12 34 56 78", "+33 6 12 34 56 78"],
  ["+33", "0.612345678", "+33 612345678"],
  ["+33", "612345678", "+33 612345678"],
  ["+39", "06 6988 1234", "+39 06 6988 1234"],
  ["+229", "01 97 12 34 56", "+229 01 97 12 34 56"],
])("%s and %s are %s", (code, typed, shown) => {
  expect(internationalPhone(code, typed)).toBe(shown);
});
