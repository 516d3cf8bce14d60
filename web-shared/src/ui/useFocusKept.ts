// Keeps the focus on a control that is disabled while it works: the browser drops it to the page, and nothing brings it back.
import { useEffect } from "react";

/** Once a site. The control gets the focus again when it works again, unless the focus is somewhere by then. */
export function useFocusKept(): void {
  useEffect(() => {
    let last: HTMLElement | null = null;
    const remember = ({ target }: FocusEvent) => {
      last = target instanceof HTMLElement ? target : null;
    };
    // Who presses on an empty place lets go of it.
    const forget = ({ target }: PointerEvent) => {
      if (target instanceof Node && !last?.contains(target)) last = null;
    };
    const changes = new MutationObserver((all) => {
      const enabled = all.some(({ target }) => target.contains(last) && isEnabled(target));
      if (last && enabled && document.activeElement === document.body) {
        last.focus({ preventScroll: true });
      }
    });
    document.addEventListener("focusin", remember);
    document.addEventListener("pointerdown", forget);
    changes.observe(document.body, { attributeFilter: ["disabled"], subtree: true });
    return () => {
      document.removeEventListener("focusin", remember);
      document.removeEventListener("pointerdown", forget);
      changes.disconnect();
    };
  }, []);
}

const isEnabled = (node: Node) => node instanceof Element && !node.hasAttribute("disabled");
