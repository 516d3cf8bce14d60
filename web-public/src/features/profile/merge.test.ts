import { describe, expect, test } from "vitest";
import { student } from "web-shared/fixtures";
import { deviceOf } from "./device";
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

test.each([
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0 Safari/537.36 Edg/148.0.0.0",
    "Edge",
    "Windows",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1",
    "Safari",
    "iPhone",
  ],
  [
    "Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0 Mobile Safari/537.36",
    "Chrome",
    "Android",
  ],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0", "Firefox", "Linux"],
  ["curl/8.14.1", null, null],
])("%s is %s on %s", (userAgent, browser, system) => {
  expect(deviceOf(userAgent)).toEqual({ browser, system });
});
