// What a spreadsheet is given.
import { expect, test } from "vitest";
import { csv, decimal } from "./csv";

test("a file begins with its mark and parts its columns with semicolons", () => {
  expect(csv(["Nom", "Montant"], [["Léa ; Zoé", decimal(1240.5)]])).toBe(
    '\uFEFFNom;Montant\r\n"Léa ; Zoé";1240,50',
  );
});

test("what would be a formula arrives as text", () => {
  const rows = ["=1+1", "+33 6", "-1", "@x", "\t=1", "plain"].map((name) => [name]);
  const lines = csv(["Nom"], rows).split("\r\n").slice(1);
  expect(lines).toEqual([`"'=1+1"`, `"'+33 6"`, `"'-1"`, `"'@x"`, `"'\t=1"`, "plain"]);
});

test("what would be a formula arrives as text, also over several lines and in wide letters", () => {
  expect(csv(["Nom"], [["=1+1\nb"], ["＝1+1"]])).toBe(`\uFEFFNom\r\n"'=1+1\nb"\r\n"'＝1+1"`);
});

test("quotes are doubled and nothing is written for nothing", () => {
  expect(csv(["A", "B"], [['dite "Zou"', undefined]])).toBe('\uFEFFA;B\r\n"dite ""Zou""";');
});
