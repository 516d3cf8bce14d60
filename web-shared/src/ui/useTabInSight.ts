// On a phone a row of tabs may be wider than the screen: the open one is brought into sight.
import { type RefObject, useEffect, useRef } from "react";

/** The ref of the row; `open` names the tab that is open. */
export function useTabInSight(open: string): RefObject<HTMLDivElement | null> {
  const row = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another tab is open
  useEffect(() => {
    const list = row.current;
    const tab = list?.querySelector<HTMLElement>("[data-active]");
    if (!list || !tab) return;
    // Again when a tab grows, this one or one beside it: by its count, or by letters that come late.
    const observer = new ResizeObserver(() => {
      list.scrollLeft = tab.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2;
    });
    for (const each of list.children) observer.observe(each);
    return () => observer.disconnect();
  }, [open]);
  return row;
}
