// The inline script in the head of a server-rendered page. No visible content needs the site's scripts: they are loaded
// after the first paint.
import { entry } from "virtual:chunk-files";
import type {} from "web-shared/eventReplay";
import type { Chunks } from "./chunks";

interface Files {
  entry: string;
  scripts: string[];
  texts: string;
}

/** The text of the script. */
export function bootstrapScript(language: string, { scripts }: Chunks): string {
  const files: Files = { entry, scripts, texts: `/assets/i18n/${language}.json` };
  return `(${bootstrap})(${JSON.stringify(files)})`;
}

/** Sent to the browser as text: it cannot use anything else in this file. */
function bootstrap({ entry, scripts, texts }: Files): void {
  // The page is rendered without an account: what signed-in users must not see stays hidden until the scripts run.
  const signedIn = sessionStorage.accessToken ?? localStorage.accessToken;
  document.documentElement.toggleAttribute("data-signed-in", signedIn !== undefined);

  // Links work without scripts. A click on a button is recorded and replayed after hydration
  // (web-shared/src/eventReplay.ts).
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
    // A hidden tab has no first paint.
    addEventListener("load", () => setTimeout(done, 500));
  });
  Promise.all([parsed, painted]).then(() => {
    add("link", { rel: "preload", as: "fetch", crossOrigin: "", href: texts });
    for (const href of scripts) add("link", { rel: "modulepreload", href });
    add("script", { type: "module", src: entry });
  });
}
