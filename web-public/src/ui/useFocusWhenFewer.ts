// The part of a list that had the focus may leave it: its heading takes the focus then.
import { useEffect, useRef } from "react";

/** Of an element that holds `count` things below a heading. */
export function useFocusWhenFewer<Holder extends HTMLElement>(count: number) {
  const holder = useRef<Holder>(null);
  const before = useRef(count);
  useEffect(() => {
    if (count < before.current) holder.current?.querySelector("h2")?.focus();
    before.current = count;
  }, [count]);
  return holder;
}
