// What leads to the search from anywhere: Ctrl+K, a slash where nobody is writing, and the menu of the desktop app.
import { useEffect } from "react";
import { platform } from "../../platform/platform";

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
  useEffect(() => platform.app?.on("menu", (entry) => entry === "search" && open()), [open]);
}

function isCommand({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === "k" && (ctrlKey || metaKey) && !altKey && !shiftKey;
}

/** On some keyboards a slash needs Shift. */
function isSlash({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  const writing = target instanceof Element && target.closest("input, textarea, [contenteditable]");
  return key === "/" && !ctrlKey && !metaKey && !altKey && !writing;
}
