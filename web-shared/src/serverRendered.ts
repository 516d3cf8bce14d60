// The data in a server-rendered page: the API responses it was rendered from, and other input of rendering.
import type { DehydratedState } from "@tanstack/react-query";
import type { Problem } from "./api/problem";
import type { Texts } from "./i18n/i18n";

/** The id of the data block. */
export const SERVER_RENDERED = "server-rendered";

export interface ServerRendered {
  /** The day of rendering, `yyyy-mm-dd` in Paris. */
  today: string;
  queries: DehydratedState;
  /** The texts of the page, not of the whole site. */
  texts: Texts;
  /** The page shows this failure instead of its content. */
  failure?: Problem;
}

/** The data of this page; null when the server sent the empty page. */
export function readServerRendered(): ServerRendered | null {
  const block = document.getElementById(SERVER_RENDERED);
  return block?.textContent ? (JSON.parse(block.textContent) as ServerRendered) : null;
}
