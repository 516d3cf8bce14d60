// What the site says, in the language a test speaks.
import { readFileSync } from "node:fs";
import type { ParseKeys } from "i18next";

export const languages = ["fr", "en", "it", "zh"] as const;
export type Language = (typeof languages)[number];

export type Say = (key: ParseKeys) => string;

export function saying(language: Language): Say {
  const file = new URL(`../../public/assets/i18n/${language}.json`, import.meta.url);
  const texts: Texts = JSON.parse(readFileSync(file, "utf8"));
  return (key) => {
    const named = key
      .split(".")
      .reduce<Texts | string | undefined>(
        (texts, name) => (typeof texts === "object" ? texts[name] : undefined),
        texts,
      );
    return typeof named === "string" ? named : key;
  };
}

interface Texts {
  [name: string]: Texts | string;
}
