// The languages the school teaches, as it says them itself: their names, their words in addresses, their pictures.
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { api, unwrap } from "./api/client";
import type { components } from "./api/schema";
import { currentLanguage } from "./i18n/i18n";

type Row = components["schemas"]["Language"];

/** Its names: the French one stands where another is missing. */
export type Named = Pick<Row, "name"> & Partial<Pick<Row, "nameEn" | "nameIt" | "nameZh">>;

/** A taught language. Of `key` are its addresses made: of those every school begins with the English name. */
export type Taught = Named & Pick<Row, "code" | "slug"> & { key: string };

/** What every school begins with: presumed until this one has said its own, and the only ones with pictures. */
const FIRST: readonly Taught[] = [
  {
    key: "FRENCH",
    code: "fr",
    slug: "francais",
    name: "Français",
    nameEn: "French",
    nameIt: "Francese",
    nameZh: "法语",
  },
  {
    key: "ENGLISH",
    code: "en",
    slug: "anglais",
    name: "Anglais",
    nameEn: "English",
    nameIt: "Inglese",
    nameZh: "英语",
  },
  {
    key: "ITALIAN",
    code: "it",
    slug: "italien",
    name: "Italien",
    nameEn: "Italian",
    nameIt: "Italiano",
    nameZh: "意大利语",
  },
  {
    key: "CHINESE",
    code: "zh",
    slug: "chinois",
    name: "Chinois",
    nameEn: "Chinese",
    nameIt: "Cinese",
    nameZh: "中文",
  },
];

/** The pictures of a language that has none of its own. */
const NEUTRAL = "autre";

export const languagesQuery = queryOptions({
  queryKey: ["languages"],
  queryFn: () => unwrap(api.GET("/languages")),
  staleTime: 5 * 60_000,
});

export interface Languages {
  /** In the school's order. */
  all: readonly Taught[];
  /** The one a word means: its code, its slug, one of its names, in any case and with or without accents. */
  of: (word: string | null | undefined) => Taught | undefined;
  /** Whether the school has said them; else they are presumed. */
  known: boolean;
}

export function useLanguages(): Languages {
  const { data } = useQuery(languagesQuery);
  return useMemo(() => languagesOf(data), [data]);
}

export function languagesOf(rows: readonly Row[] | undefined): Languages {
  const all = rows ? rows.map(taughtOf) : FIRST;
  return { all, known: rows !== undefined, of: (word) => meant(all, word) };
}

function taughtOf(row: Row): Taught {
  return { ...row, key: FIRST.find(({ code }) => code === row.code)?.key ?? row.slug };
}

function meant(all: readonly Taught[], word: string | null | undefined): Taught | undefined {
  const folded = fold(word ?? "");
  if (!folded) return undefined;
  return all.find(({ key, code, slug, name, nameEn, nameIt, nameZh }) =>
    [key, code, slug, name, nameEn, nameIt, nameZh].some((one) => one && fold(one) === folded),
  );
}

/** Its name in the language of the interface. */
export function labelOf({ name, nameEn, nameIt, nameZh }: Named): string {
  const names = { fr: name, en: nameEn, it: nameIt, zh: nameZh };
  return names[currentLanguage()] || name;
}

/** "Français, anglais, italien": for the middle of a sentence all but the first begin small, where the language has it so. */
export function listOf({ all }: Languages): string {
  const interfaceLanguage = currentLanguage();
  const small = interfaceLanguage === "fr" || interfaceLanguage === "it";
  const names = all.map((language, at) =>
    small && at > 0 ? labelOf(language).toLowerCase() : labelOf(language),
  );
  return names.join(interfaceLanguage === "zh" ? "、" : ", ");
}

/** Its word in `/courses/…`. */
export const wordOf = ({ key }: Taught): string => key.toLowerCase();

/** What a word of `/courses/…` means by itself: the French name of a language every school begins with, else the word. */
export function nameOfWord(word: string): string {
  return meant(FIRST, word)?.name ?? word;
}

/** The name of its pictures. */
export function picturesOf(code: string | undefined): string {
  return FIRST.find((one) => one.code === code)?.slug ?? NEUTRAL;
}

function fold(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").trim().toLowerCase();
}
