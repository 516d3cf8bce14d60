// The keys that lead to the search from anywhere: Ctrl+K, and a slash where nobody is writing.
import { useEffect } from "react";

export function useShortcut(open: () => void): void {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.defaultPrevented || !(isCommand(event) || isSlash(event))) return;
      if (document.querySelector("[aria-modal=true]")) return; // a dialog wants to be answered first
      event.preventDefault();
      open();
    }
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [open]);
}

function isCommand({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === "k" && (ctrlKey || metaKey) && !altKey && !shiftKey;
}

/** On some keyboards a slash needs Shift. */
function isSlash({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  const writing = target instanceof Element && target.closest("input, textarea, [contenteditable]");
  return key === "/" && !ctrlKey && !metaKey && !altKey && !writing;
}
