// The inline script in the head of a server-rendered page. The page can be read and left without the site's scripts: they
// are started by the first sign of the visitor, and what all pages have in common is fetched when the page is at rest.
import { entry, everyPage, framework } from "virtual:chunk-files";
import type {} from "web-shared/eventReplay";
import type { Chunks } from "./chunks";

interface Files {
  entry: string;
  /** The libraries of every page. */
  framework: string[];
  /** Other scripts of this page. */
  scripts: string[];
  /** The page does something by itself. */
  atOnce: boolean;
}

/** The text of the script. */
export function bootstrapScript({ scripts }: Chunks, atOnce: boolean): string {
  const files: Files = { entry, framework, scripts: [...everyPage, ...scripts], atOnce };
  return `(${bootstrap})(${JSON.stringify(files)})`;
}

/** Sent to the browser as text: it cannot use anything else in this file. */
function bootstrap({ entry, framework, scripts, atOnce }: Files): void {
  // The page is rendered without an account: what signed-in users must not see stays hidden until the scripts run.
  const signedIn = sessionStorage.accessToken ?? localStorage.accessToken;
  document.documentElement.toggleAttribute("data-signed-in", signedIn !== undefined);

  // Links work without scripts. A click on a button is recorded and replayed after hydration
  // (web-shared/src/eventReplay.ts); a menu opens without waiting for that.
  window.onclick = (event) => {
    const button = event.target instanceof Element && event.target.closest("button");
    if (!button) return;
    event.preventDefault();
    const menuOf = (opener?: Element) =>
      opener?.ariaExpanded
        ? document.getElementById(opener.getAttribute("aria-controls") ?? "")
        : null;
    const [before, menu] = [menuOf(window.pressed), menuOf(button)];
    if (before && before !== menu) before.hidden = true;
    if (menu) menu.hidden = !menu.hidden;
    window.pressed = menu?.hidden ? undefined : button;
  };

  // Who was here before may have chosen or begun something, and has the scripts in the cache.
  const known = sessionStorage.length + localStorage.length > 0;
  const named = location.hash !== "" || /[?&]lang=/.test(location.search);
  // A screen reader clicks and types without pointer and keys.
  const signs = "pointermove pointerdown touchstart wheel scroll keydown focusin input click";
  const sign = new Promise<void>((done) => {
    if (atOnce || known || named) done();
    for (const type of signs.split(" ")) {
      addEventListener(type, () => done(), { once: true, passive: true, capture: true });
    }
  });
  const parsed = new Promise((done) => addEventListener("DOMContentLoaded", done));
  const painted = new Promise<void>((done) => {
    new PerformanceObserver((seen) => {
      if (seen.getEntriesByName("first-contentful-paint").length > 0) done();
    }).observe({ type: "paint", buffered: true });
    // A hidden tab has no first paint.
    addEventListener("load", () => setTimeout(done, 500));
  });

  const add = (tag: string, attributes: object) =>
    document.head.append(Object.assign(document.createElement(tag), attributes));
  const preload = (files: string[]) => {
    for (const href of files) add("link", { rel: "modulepreload", href });
  };
  const shown = Promise.all([parsed, painted]);
  shown.then(() => preload(framework));
  const start = () => {
    preload(scripts);
    add("script", { type: "module", src: entry });
  };
  // The browser answers the sign itself first.
  Promise.all([shown, sign]).then(() => setTimeout(start));
}
