// Puts the focus back where it was before a dialog came that is gone as soon as it closes.
import { useEffect } from "react";

/** To the button that opened it; where that went with its row, to the page. */
export function useFocusBack(): void {
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      if (document.activeElement !== document.body) return; // it is somewhere already
      if (!before?.isConnected) toThePage();
      else if (before instanceof HTMLElement) stayAt(before);
    };
  }, []);
}

/** The row of a deleted thing may go only after its dialog: the focus must not go with it. */
function stayAt(place: HTMLElement): void {
  const changes = new MutationObserver(() => {
    if (place.isConnected) return;
    changes.disconnect();
    if (document.activeElement === document.body) toThePage();
  });
  place.focus({ preventScroll: true });
  changes.observe(document.body, { childList: true, subtree: true });
  document.addEventListener("focusin", () => changes.disconnect(), { once: true });
}

/** Where what had the focus may go for good: to the page, when it took the focus along. */
export function useFocusLeft(): void {
  useEffect(
    () => () => {
      if (document.activeElement === document.body) toThePage();
    },
    [],
  );
}

function toThePage(): void {
  document.getElementById("main")?.focus({ preventScroll: true });
}
