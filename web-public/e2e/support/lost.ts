// Looks for what a page loses: text that is cut off, controls on top of each other, a page that scrolls sideways.
import type { Page } from "@playwright/test";

/** What is lost, in words; nothing when all is well. */
export async function lostText(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const SLACK = 2; // pixels
    const root = document.documentElement;
    const found: string[] = [];

    const shown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      element.clientWidth !== 1 && // for ears only
      !element.closest("[aria-hidden=true], [inert]");
    const name = (element: Element) =>
      `<${element.tagName.toLowerCase()} class="${element.className}"> ${element.textContent?.trim().slice(0, 40)}`;
    /** The nearest part around it whose style says so. */
    const around = (element: Element, is: (style: CSSStyleDeclaration) => boolean) => {
      let at: Element | null = element;
      while (at && at !== document.body && !is(getComputedStyle(at))) at = at.parentElement;
      return at === document.body ? null : at;
    };
    const clips = (overflow: string) => overflow === "hidden" || overflow === "clip";

    if (root.scrollWidth > root.clientWidth + SLACK)
      found.push(`scrolls sideways: ${root.scrollWidth} > ${root.clientWidth}`);

    for (const element of document.body.querySelectorAll("*")) {
      const speaks = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
      );
      if (!speaks || !shown(element)) continue;
      const { overflowX, overflowY } = getComputedStyle(element);
      const { clientWidth, clientHeight, scrollWidth, scrollHeight } = element;
      if (clips(overflowX) && scrollWidth > clientWidth + SLACK)
        found.push(`cut at the side: ${name(element)}`);
      if (clips(overflowY) && scrollHeight > clientHeight + SLACK)
        found.push(`cut below: ${name(element)}`);

      const words = document.createRange();
      words.selectNodeContents(element);
      const { left, right, width } = words.getBoundingClientRect();
      if (width === 0 || (right <= root.clientWidth + SLACK && left >= -SLACK)) continue;
      const scrolls =
        element.closest("[aria-roledescription]") ?? // a carousel turns instead
        around(element, (style) => /auto|scroll/.test(style.overflowX));
      if (!scrolls) found.push(`beyond the edge: ${name(element)}`);
    }

    // What floats over the page covers it on purpose; a label covers its own field.
    const floats = ({ position, zIndex }: CSSStyleDeclaration) =>
      position === "fixed" || position === "sticky" || zIndex !== "auto";
    const controls = [...document.querySelectorAll("a[href], button, select, textarea, input")]
      .filter((one) => shown(one) && !(one instanceof HTMLInputElement && one.labels?.length))
      .map((one) => ({ one, box: one.getBoundingClientRect(), layer: around(one, floats) }));
    controls.forEach((first, index) => {
      for (const second of controls.slice(index + 1)) {
        if (first.layer !== second.layer || first.one.contains(second.one)) continue;
        const [a, b] = [first.box, second.box];
        const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (wide > 3 * SLACK && high > 3 * SLACK)
          found.push(`on top of each other: ${name(first.one)} and ${name(second.one)}`);
      }
    });
    return found;
  });
}
