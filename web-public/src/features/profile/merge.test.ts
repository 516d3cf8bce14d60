import { describe, expect, test } from "vitest";
import { student } from "web-shared/fixtures";
import { conflicts, merge, type Own, ownOf, sentOf } from "./merge";

const base: Own = {
  firstName: "Zoé",
  lastName: "Martin",
  dialCode: "+33",
  phoneNumber: "612345678",
  country: "France",
  birthDate: "1990-02-28",
};

describe("two changes of the same person", () => {
  const mine = { ...base, firstName: "Zoë", country: "Italie" };
  const theirs = { ...base, firstName: "Chloé", lastName: "Petit", country: "Italie" };

  test("touch where both changed a field, and not to the same", () => {
    expect(conflicts(base, mine, theirs)).toEqual(["firstName"]);
    expect(conflicts(base, base, theirs)).toEqual([]);
  });

  test("come together field by field", () => {
    const both = { ...base, lastName: "Petit", country: "Italie" };
    expect(merge(base, mine, theirs, new Set())).toEqual({ ...both, firstName: "Zoë" });
    expect(merge(base, mine, theirs, new Set(["firstName"]))).toEqual({
      ...both,
      firstName: "Chloé",
    });
  });
});

test("what is left empty is sent as nothing, a dial code without its number too", () => {
  expect(ownOf(student)).toMatchObject({ firstName: "Jeanne", dialCode: "+33", phoneNumber: "" });
  expect(sentOf({ ...base, phoneNumber: " ", country: "", birthDate: "" })).toEqual({
    firstName: "Zoé",
    lastName: "Martin",
    dialCode: null,
    phoneNumber: null,
    country: null,
    birthDate: null,
  });
});
