import i18next from "i18next";
import { afterEach, expect, test } from "vitest";
import { languageRows } from "./fixtures";
import { labelOf, languagesOf, nameOfWord, picturesOf, wordOf } from "./taughtLanguages";

afterEach(() => i18next.changeLanguage("fr"));

test("a language is meant by its code, its slug and each of its names", () => {
  const { all, of, known } = languagesOf(languageRows);
  expect([known, all.length]).toEqual([true, 5]);
  for (const word of ["es", "ESPAGNOL", " Spanish ", "spagnolo", "西班牙语"]) {
    expect(of(word)?.code, word).toBe("es");
  }
  expect(of("CHINESE")?.slug).toBe("chinois");
  expect([of(""), of(null), of("klingon")]).toEqual([undefined, undefined, undefined]);
});

test("until the school has said them the first four are presumed", () => {
  const { all, known } = languagesOf(undefined);
  expect([known, all.map(wordOf)]).toEqual([false, ["french", "english", "italian", "chinese"]]);
});

test("a language has the name of the interface’s language, the French one where that is missing", async () => {
  const spanish = { name: "Espagnol", nameEn: "Spanish", nameIt: "Spagnolo", nameZh: "西班牙语" };
  await i18next.changeLanguage("zh");
  expect(labelOf(spanish)).toBe("西班牙语");
  expect(labelOf({ ...spanish, nameZh: null })).toBe("Espagnol");
});

test("a language of the school’s own has an address and neutral pictures", () => {
  const spanish = languagesOf(languageRows).of("es");
  expect(spanish && wordOf(spanish)).toBe("espagnol");
  expect([picturesOf("es"), picturesOf("it"), picturesOf(undefined)]).toEqual([
    "autre",
    "italien",
    "autre",
  ]);
  expect([nameOfWord("italian"), nameOfWord("espagnol")]).toEqual(["Italien", "espagnol"]);
});
