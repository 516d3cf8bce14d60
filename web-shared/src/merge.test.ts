import { describe, expect, test } from "vitest";
import cases from "../../core/cases/merge.json";
import { at, conflicts, differences, merge, typedSince } from "./merge";

const base = {
  name: "Lire le journal",
  price: 120,
  languages: ["fr", "en"],
  modules: [
    { key: "1", title: "Lire vite", price: 40 },
    { key: "2", title: "Discuter", price: 40 },
    { key: "3", title: "Écrire", price: 40 },
  ],
};
type Form = typeof base;
const [first, second, third] = base.modules as [
  Form["modules"][0],
  Form["modules"][0],
  Form["modules"][0],
];
const titles = ({ modules }: Form) => modules.map(({ title }) => title);

test("forms differ in the fields that do not say the same", () => {
  expect(differences(base, { ...base, languages: [...base.languages] })).toEqual([]);
  expect(differences(base, { ...base, price: 1, languages: ["fr"] })).toEqual([
    "price",
    "languages",
  ]);
});

describe("two changes of one form", () => {
  const mine = { ...base, name: "Lire la presse", price: 90 };
  const theirs = { ...base, name: "Le journal", languages: ["it"], price: 90 };

  test("meet where both changed a field, and not to the same", () => {
    expect(conflicts(base, mine, theirs)).toEqual(["name"]);
    expect(conflicts(base, base, theirs)).toEqual([]);
    expect(conflicts(base, mine, base)).toEqual([]);
  });

  test("come together field by field", () => {
    const both = { ...base, price: 90, languages: ["it"] };
    expect(merge(base, mine, theirs)).toEqual({ ...both, name: "Lire la presse" });
    expect(merge(base, mine, theirs, new Set(["name"]))).toEqual({ ...both, name: "Le journal" });
  });
});

describe("rows of a list", () => {
  test("come together by their keys: one side moves and adds, the other writes and removes", () => {
    const added = { key: "new", title: "Lire à voix haute", price: 20 };
    const mine = { ...base, modules: [third, first, added, second] };
    const theirs = { ...base, modules: [{ ...first, title: "Survoler" }, third] };
    expect(conflicts(base, mine, theirs)).toEqual([]);
    expect(titles(merge(base, mine, theirs))).toEqual(["Écrire", "Survoler", "Lire à voix haute"]);
  });

  test("keep what each side wrote into the same row", () => {
    const mine = { ...base, modules: [first, { ...second, title: "Débattre" }, third] };
    const theirs = { ...base, modules: [first, { ...second, price: 55 }, third] };
    expect(conflicts(base, mine, theirs)).toEqual([]);
    expect(merge(base, mine, theirs).modules[1]).toEqual({
      key: "2",
      title: "Débattre",
      price: 55,
    });
  });

  test("meet in the field of a row, and where one removed what the other changed", () => {
    const mine = { ...base, modules: [first, { ...second, title: "Débattre" }] };
    const theirs = {
      ...base,
      modules: [first, { ...second, title: "Parler" }, { ...third, price: 60 }],
    };
    expect(conflicts(base, mine, theirs)).toEqual(["modules/2/title", "modules/3"]);
    expect(titles(merge(base, mine, theirs))).toEqual(["Lire vite", "Débattre"]);
    expect(titles(merge(base, mine, theirs, new Set(["modules/2/title", "modules/3"])))).toEqual([
      "Lire vite",
      "Parler",
      "Écrire",
    ]);
    expect(at(mine, "modules/2/title")).toBe("Débattre");
    expect(at(mine, "modules/3")).toBeUndefined();
    expect(at(theirs, "modules/3/price")).toBe(60);
  });

  test("that both added stay both, each behind the one it followed", () => {
    const mine = { ...base, modules: [first, { key: "a", title: "A", price: 1 }, second, third] };
    const theirs = { ...base, modules: [...base.modules, { key: "b", title: "B", price: 1 }] };
    expect(titles(merge(base, mine, theirs))).toEqual([
      "Lire vite",
      "A",
      "Discuter",
      "Écrire",
      "B",
    ]);
  });

  test("removed by both are gone, the first to be added to an empty list stands", () => {
    const none = { ...base, modules: [] };
    expect(merge(base, none, none).modules).toEqual([]);
    expect(
      titles(merge(none, { ...none, modules: [first] }, { ...none, modules: [second] })),
    ).toEqual(["Lire vite", "Discuter"]);
  });
});

test("what is typed while a save is under way stays; the rest is as it was saved", () => {
  const sent = { name: "Lire ", price: 120 };
  const saved = { name: "Lire", price: 125 };
  expect(typedSince(sent, sent, saved)).toEqual(saved);
  expect(typedSince(sent, { ...sent, name: "Lire vite" }, saved)).toEqual({
    name: "Lire vite",
    price: 125,
  });
});

describe("the cases that the rules share", () => {
  const listed = {
    ...base,
    modules: base.modules.map(({ key, ...row }) => ({ id: +key, ...row })),
  };
  type Listed = typeof listed;
  const keyed = (form: Listed) => ({
    ...form,
    modules: form.modules.map(({ id, ...row }) => ({ key: String(id), ...row })),
  });

  test.each(cases)("$name", ({ mine, theirs, conflicts: met, merged, givenUp }) => {
    const [own, other, result, theirsTaken] = [mine, theirs, merged, givenUp ?? merged].map(
      (changes) => keyed({ ...listed, ...changes } as Listed),
    ) as [Form, Form, Form, Form];
    expect(conflicts(base, own, other)).toEqual(met);
    expect(merge(base, own, other)).toEqual(result);
    expect(merge(base, own, other, new Set(met))).toEqual(theirsTaken);
  });
});
