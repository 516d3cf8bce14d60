// What the site and the dashboard say, in the language a test speaks.
import { readFileSync } from "node:fs";
import type { ParseKeys } from "i18next";

export const languages = ["fr", "en", "it", "zh"] as const;
export type Language = (typeof languages)[number];

export type Say = (key: ParseKeys) => string;

export function saying(language: Language): Say {
  const read = (site: string): Texts => {
    const path = `../../../${site}/public/assets/i18n/${language}.json`;
    return JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8"));
  };
  const texts = { ...read("web-public"), ...read("web-admin") };
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
