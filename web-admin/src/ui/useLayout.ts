// How rows are laid out in the room there is: measured, for the same list may stand in a page, beside another or in a dialog.
import { type RefObject, useEffect, useLayoutEffect, useState } from "react";
import { flushSync } from "react-dom";

/** "wide" and "table" are tables, one with all its columns; "cards" puts a row on a card, "compact" folds the card for a phone. */
export type Layout = "wide" | "table" | "cards" | "compact";

/** The least width of a table, by how much its columns hold, in pixels. */
const TABLE = { small: 400, medium: 640, large: 920 };
const WIDE = 1080;
const CARDS = 640;

export type Size = keyof typeof TABLE;

export const isTable = (layout: Layout) => layout === "wide" || layout === "table";

export function layoutFor(width: number, size: Size): Layout {
  if (width === 0 || width >= WIDE) return "wide"; // 0: it is not drawn
  if (width >= TABLE[size]) return "table";
  return width >= CARDS ? "cards" : "compact";
}

/** The layout for the element's width; on paper always a table. While a dialog is open it stays: the dialog may belong to
 *  a row, and what was typed into it would go with the row. */
export function useLayout(frame: RefObject<HTMLElement | null>, size: Size): Layout {
  const [layout, setLayout] = useState<Layout>("wide");
  const printing = usePrinting();
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    let forget = () => {};
    const measure = () => {
      forget();
      if (isDialogOpen()) forget = onceDialogClosed(measure);
      else setLayout(layoutFor(element.clientWidth, size));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      forget();
      observer.disconnect();
    };
  }, [frame, size]);
  return printing ? "wide" : layout;
}

const isDialogOpen = () => document.querySelector("[role=dialog][aria-modal=true]") !== null;

/** Answers how to give that up. */
function onceDialogClosed(work: () => void): () => void {
  const changes = new MutationObserver(() => !isDialogOpen() && work());
  changes.observe(document.body, { childList: true, subtree: true });
  return () => changes.disconnect();
}

function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    // At once: the browser draws the paper as soon as the event is over.
    const begin = () => !isDialogOpen() && flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    window.addEventListener("beforeprint", begin);
    window.addEventListener("afterprint", end);
    return () => {
      window.removeEventListener("beforeprint", begin);
      window.removeEventListener("afterprint", end);
    };
  }, []);
  return printing;
}
