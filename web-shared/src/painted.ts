// What a page painted by the server brings along: the answers it was made of, and what it took for granted.
import type { DehydratedState } from "@tanstack/react-query";
import type { Problem } from "./api/problem";

/** The id of the block in the page. */
export const PAINTED = "painted";

export interface Painted {
  /** The day it was painted on, `yyyy-mm-dd` in Paris. */
  today: string;
  queries: DehydratedState;
  /** The page shows this failure instead of its content. */
  failure?: Problem;
}

/** What came with this page; null when the server sent it empty. */
export function readPainted(): Painted | null {
  const block = document.getElementById(PAINTED);
  return block?.textContent ? (JSON.parse(block.textContent) as Painted) : null;
}
