import { expect, test } from "vitest";
import { isSlug, type Settings } from "./api";
import { FIELDS, formOf, sentOf } from "./form";

const settings = {
  version: 3,
  name: "Préau",
  city: "Aix-en-Provence",
  siret: null,
  pages: [],
} as unknown as Settings;

test("the form has every field, empty where nothing is said", () => {
  const form = formOf(settings);
  expect(Object.keys(form)).toEqual(FIELDS);
  expect([form.name, form.city, form.siret]).toEqual(["Préau", "Aix-en-Provence", ""]);
});

test("an emptied field is sent as nothing said; a name that is missing is for the server to refuse", () => {
  const sent = sentOf({ ...formOf(settings), name: "", city: "" });
  expect([sent.name, sent.city]).toEqual(["", null]);
});

test("only the three pages have an editor", () => {
  expect(["cgv", "accessibilite", undefined].map(isSlug)).toEqual([true, false, false]);
});
