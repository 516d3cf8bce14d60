// The four languages say the same things: no key missing, none left over, every error code of the school translated.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { interfaceLanguages } from "./i18n";

type Texts = { [key: string]: string | Texts };

const root = process.cwd();
const PLURAL = /_(zero|one|two|few|many|other)$/;
const languages = interfaceLanguages.map((language) => ({ language, texts: flat(read(language)) }));
const french = new Map(flat(read("fr")));
const sources = ["web-shared/src", "web-public/src", "web-admin/src"].flatMap(sourcesOf).join("\n");

test.each(languages)(
  "$language has every key, and each in all its plurals",
  ({ language, texts }) => {
    const plurals = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    const wanted = [...french.keys()].flatMap((key) =>
      isPlural(key) ? plurals.map((form) => `${baseOf(key)}_${form}`) : [key],
    );
    expect(texts.map(([key]) => key).sort()).toEqual([...new Set(wanted)].sort());
  },
);

test.each(languages)("$language leaves no text empty and loses no parameter", ({ texts }) => {
  for (const [key, text] of texts) {
    expect(text.trim(), key).not.toBe("");
    if (!isPlural(key)) {
      expect(parametersOf(text), key).toEqual(parametersOf(french.get(key) ?? ""));
    }
  }
});

test("every error code of the school has its French message, to the letter but for apostrophes", () => {
  const codes = readFileSync(join(root, "core/src/code.rs"), "utf8").matchAll(
    /^ {4}\w+ "(\w+)" \w+ "(.*)"$/gm,
  );
  const messages = [...codes].map(([, code, message = ""]) => [
    `errors.${code}`,
    message.replace(/\{(\w+)\}/g, "{{$1}}").replaceAll("'", "’"),
  ]);
  expect(messages.length).toBeGreaterThan(50);
  for (const [key = "", message] of messages) expect(french.get(key), key).toBe(message);
});

test("every key is used", () => {
  const literals = new Set(
    [...sources.matchAll(/["'`]([\w]+(?:\.[\w]+)+)["'`]/g)].map(([, key]) => key),
  );
  const prefixes = [...sources.matchAll(/`(\w+(?:\.\w+)*\.)\$\{/g)].map(
    ([, prefix = ""]) => prefix,
  );
  const unused = [...french.keys()].filter(
    (key) => !literals.has(baseOf(key)) && !prefixes.some((prefix) => key.startsWith(prefix)),
  );
  expect(unused).toEqual([]);
});

test("every key that is used exists", () => {
  const known = new Set([...french.keys()].map(baseOf));
  const asked = [...sources.matchAll(/\b(?:t|i18nKey)[(=]\s*["'`]([\w.]+)["'`]/g)].map(
    ([, key]) => key,
  );
  expect(asked.filter((key) => !known.has(key ?? ""))).toEqual([]);
});

function read(language: string): Texts {
  const [shared, dashboard] = ["web-public", "web-admin"].map(
    (site): Texts =>
      JSON.parse(readFileSync(join(root, site, `public/assets/i18n/${language}.json`), "utf8")),
  );
  return { ...shared, ...dashboard };
}

function flat(texts: Texts, path = ""): [string, string][] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === "string" ? [[path + key, value]] : flat(value, `${path}${key}.`),
  );
}

// Codes are names, `too_many` as well.
function isPlural(key: string): boolean {
  return PLURAL.test(key) && !key.startsWith("errors.");
}

function baseOf(key: string): string {
  return isPlural(key) ? key.replace(PLURAL, "") : key;
}

function parametersOf(text: string): string[] {
  return [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = ""]) => name).sort();
}

function sourcesOf(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => readFileSync(join(root, folder, name), "utf8"));
}
