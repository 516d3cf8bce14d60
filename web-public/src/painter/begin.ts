// What a painted page runs in its head. Nothing that can be seen needs the site's scripts: they come when it is seen.
import { entry } from "virtual:chunk-files";
import type {} from "web-shared/early";
import type { Chunks } from "./chunks";

interface Later {
  entry: string;
  scripts: string[];
  texts: string;
}

/** The text of the script. */
export function beginning(language: string, { scripts }: Chunks): string {
  const later: Later = { entry, scripts, texts: `/assets/i18n/${language}.json` };
  return `(${begin})(${JSON.stringify(later)})`;
}

/** Runs in the browser, as text: it may use nothing of this file. */
function begin({ entry, scripts, texts }: Later): void {
  // The page was painted for nobody in particular: what is not for those signed in waits for the scripts unseen.
  const signedIn = sessionStorage.accessToken ?? localStorage.accessToken;
  document.documentElement.toggleAttribute("data-signed-in", signedIn !== undefined);

  // Links lead on by themselves; what a button does, the parts do later (web-shared/src/early.ts).
  window.onclick = (event) => {
    const button = event.target instanceof Element && event.target.closest("button");
    if (!button) return;
    event.preventDefault();
    window.pressed = button;
  };

  const add = (tag: string, attributes: object) =>
    document.head.append(Object.assign(document.createElement(tag), attributes));
  const parsed = new Promise((done) => addEventListener("DOMContentLoaded", done));
  const painted = new Promise<void>((done) => {
    new PerformanceObserver((seen) => {
      if (seen.getEntriesByName("first-contentful-paint").length > 0) done();
    }).observe({ type: "paint", buffered: true });
    // Nobody sees a page in a hidden tab.
    addEventListener("load", () => setTimeout(done, 500));
  });
  Promise.all([parsed, painted]).then(() => {
    add("link", { rel: "preload", as: "fetch", crossOrigin: "", href: texts });
    for (const href of scripts) add("link", { rel: "modulepreload", href });
    add("script", { type: "module", src: entry });
  });
}
