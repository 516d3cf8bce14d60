// Whether the page has been scrolled past so many pixels.
import { useSyncExternalStore } from "react";

export function useScrolled(past: number): boolean {
  return useSyncExternalStore(
    onScroll,
    () => window.scrollY > past,
    () => false,
  );
}

function onScroll(listener: () => void): () => void {
  window.addEventListener("scroll", listener, { passive: true });
  return () => window.removeEventListener("scroll", listener);
}
