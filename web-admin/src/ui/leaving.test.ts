// Where whoever has to sign in comes back to.
import { afterEach, expect, test } from "vitest";
import { signInAddress } from "./leaving";

afterEach(() => window.history.replaceState(null, "", "/"));

const comesBackTo = (address: string) =>
  new URL(address, "https://ecole.test").searchParams.get("next");

test("the first page of a visit keeps the hash, which its request has not", () => {
  window.history.replaceState(null, "", "/dashboard/course/edit/7?a=b#modules/add");
  const request = new URL("/dashboard/course/edit/7?a=b", window.location.href);
  expect(comesBackTo(signInAddress(request.href))).toBe("/dashboard/course/edit/7?a=b#modules/add");
});

test("another page has not the hash of the one that is left", () => {
  window.history.replaceState(null, "", "/dashboard/course/edit/7#modules/add");
  const request = new URL("/dashboard/accueil", window.location.href);
  expect(comesBackTo(signInAddress(request.href))).toBe("/dashboard/accueil");
});
