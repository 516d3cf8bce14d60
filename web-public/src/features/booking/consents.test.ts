import { expect, test } from "vitest";
import { type Asked, type ConsentKind, consentProblems, isConsent, sentConsents } from "./consents";

const asked: Asked = { consents: ["TERMS", "EARLY_START"], termsVersion: 3 };
const given = (...kinds: ConsentKind[]) => new Set(kinds);

test("every box that is asked for is to be ticked, but an early start as the payer likes", () => {
  expect(consentProblems(asked, given("EARLY_START"))).toEqual([
    ["acceptTerms", "errors.terms_required"],
  ]);
  expect(consentProblems(asked, given("TERMS"))).toEqual([]);
  expect(consentProblems({ consents: [] }, given())).toEqual([]);
});

test("an early start that must be asked for is a box to tick", () => {
  const required: Asked = { ...asked, earlyStartRequired: true };
  expect(consentProblems(required, given("TERMS"))).toEqual([
    ["requestEarlyStart", "errors.early_start_required"],
  ]);
  expect(consentProblems(required, given("TERMS", "EARLY_START"))).toEqual([]);
});

test("what is sent is what was asked for and ticked, with the terms that were shown", () => {
  expect(sentConsents(asked, given("TERMS", "EARLY_START", "PARENTAL"))).toEqual({
    acceptTerms: true,
    requestEarlyStart: true,
    termsVersion: 3,
  });
  expect(sentConsents({ consents: ["PARENTAL"] }, given("PARENTAL"))).toEqual({
    parentalConsent: true,
  });
});

test("the boxes are told from the other fields", () => {
  expect(["acceptTerms", "bookerData.email"].map(isConsent)).toEqual([true, false]);
});
