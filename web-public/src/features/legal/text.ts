// How a page of the school's duties is written: sections of paragraphs and lists, in each language of the interface.
import type { InterfaceLanguage } from "web-shared/i18n/i18n";

/** A paragraph, or the points of a list. */
export type Block = string | string[];

export interface LegalText {
  title: string;
  /** For search engines and the head of the page. */
  lead: string;
  sections: { title: string; blocks: Block[] }[];
}

export type LegalTexts = Record<InterfaceLanguage, LegalText>;
