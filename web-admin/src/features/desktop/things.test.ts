import { expect, test } from "vitest";
import { labelOf, plain, thingOf, wordsOfValue } from "./things";

const form = {
  modules: [
    { id: 12, title: "Au guichet", description: "" },
    { clientId: "a-b", title: "", description: "Sur le quai" },
  ],
};

test("a field is called as it is in the journal, rows by their own name", () => {
  expect(labelOf("title", form)).toBe("Titre");
  expect(labelOf("content~1", form)).toBe("Contenu");
  expect(labelOf("modules/12/title", form)).toBe("Modules · Au guichet · Titre");
  expect(labelOf("modules/a-b", form)).toBe("Modules · Sur le quai");
  expect(labelOf("modules[1].price", form)).toBe("Modules · Sur le quai · Prix");
  expect(labelOf("languageId", form)).toBe("Langue");
});

test("a row that is gone is called as it was", () => {
  expect(labelOf("modules/13", form, { title: "Disparu" })).toBe("Modules · Disparu");
  expect(labelOf("modules/13/title", form, "Disparu")).toBe("Modules · Titre");
  expect(labelOf("unheardOf", null)).toBe("unheardOf");
});

test("values are plain words", () => {
  const names = {
    languages: [{ id: 3, code: "it", name: "Italien" }],
    levels: [{ id: 1, name: "A1" }],
    teachers: [],
    rooms: [{ id: 2, name: "Figuier" }],
    categories: [{ code: "COURS", label: "Les cours" }],
  };
  expect(wordsOfValue("languageId", 3, names)).toBe("Italien");
  expect(wordsOfValue("teacherId", 9, names)).toBe("9");
  expect(wordsOfValue("roomId", 2, names)).toBe("Figuier");
  expect(wordsOfValue("category", "COURS", names)).toBe("Les cours");
  expect(wordsOfValue("modules/12/price", 60, names)).toMatch(/^60,00.€$/);
  expect(wordsOfValue("free", true, names)).toBe("Oui");
  expect(wordsOfValue("startDate", "2026-03-02", names)).toBe("2 mars 2026");
  expect(wordsOfValue("sellingPoints", ["Un", "Deux"], names)).toBe("Un\nDeux");
  expect(wordsOfValue("modules/12", { id: 12, title: "Un", price: 60 }, names)).toMatch(
    /^Titre.: Un\nPrix.: 60,00.€$/,
  );
  expect(wordsOfValue("location", null, names)).toBe("");
});

test("a thing has its article and its title, a text its words", () => {
  expect(thingOf("lesson", "Bonjour")).toBe("la leçon « Bonjour »");
  expect(thingOf("lesson", "")).toBe("la leçon");
  expect(plain("<p>Un <b>mot</b>.</p><p>Deux.</p>")).toBe("Un mot.\nDeux.");
  expect(plain("a < b")).toBe("a < b");
});
