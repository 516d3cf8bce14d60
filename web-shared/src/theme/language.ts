// The four languages the school teaches: their accent, their landscape, the names they go by.

export type Language = "FRENCH" | "ENGLISH" | "ITALIAN" | "CHINESE";

export interface Taught {
  key: Language;
  /** ISO 639-1, as in `data-language` and `lang`. */
  code: "fr" | "en" | "it" | "zh";
  /** The name in French: in addresses and in `GET /courses`. */
  name: string;
  /** The name of its pictures. */
  slug: "francais" | "anglais" | "italien" | "chinois";
}

export const taught: readonly [Taught, Taught, Taught, Taught] = [
  { key: "FRENCH", code: "fr", name: "Français", slug: "francais" },
  { key: "ENGLISH", code: "en", name: "Anglais", slug: "anglais" },
  { key: "ITALIAN", code: "it", name: "Italien", slug: "italien" },
  { key: "CHINESE", code: "zh", name: "Chinois", slug: "chinois" },
];

/** The language meant by a code, a French or an English name, in any case and with or without accents. */
export function languageOf(name: string | null | undefined): Taught | undefined {
  const folded = fold(name ?? "");
  return taught.find((one) => [one.code, one.slug, one.key.toLowerCase()].includes(folded));
}

function fold(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").trim().toLowerCase();
}
