// How both sites are built: one Vite configuration, so that they cannot drift apart.
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import type { HtmlTagDescriptor, Plugin, UserConfig } from "vite";
import { componentStyles } from "./styles.ts";

const SERVER = "http://localhost:8080";
/** What the dashboard takes from the public site, besides the API. */
const SHARED = ["/api", "/assets", "/icons.svg", "/logo.svg", "/illustrations"];
/** In each built site: the packages it contains, with their licences. `make licences` reads it. */
export const BUNDLED_PACKAGES = ".vite/license.json";
/** What every form is made of. */
const FIELDS =
  /@mantine\/core\/esm\/components\/(Input|InputBase|TextInput|Textarea|Checkbox|InlineInput)\//;
/** What draws every page and leads from one to the other. A release of the site seldom changes it. */
const LIBRARIES = /node_modules\/(react|react-dom|scheduler|react-router|@tanstack)\//;
/** What a course says of its seats and its start stands together wherever it stands. */
const SEATS = /\/ui\/(Seats|StartLine)\./;
/** The name of their chunk. */
export const FRAMEWORK = "framework";
const END_OF_HEAD = "<!--/head-->";
const STYLES_AND_SCRIPT =
  /\n\s*(<link rel="(?:stylesheet|modulepreload)"[^>]*>|<script type="module"[^>]*><\/script>)/g;
const FIRST_FONTS = /(besley-latin-600|radio-canada-latin-wght)-normal.*\.woff2$/;

/** `base` is the path the server gives the site. Files with a hash go to `static/`: they never change. */
export function site(base: string, port: number): UserConfig {
  return {
    base,
    plugins: [react(), componentStyles(), preloadFonts(base), assetsInHead],
    resolve: { alias: { "web-shared": fileURLToPath(new URL("../src", import.meta.url)) } },
    // The content security policy allows no data: fonts.
    build: {
      assetsDir: "static",
      assetsInlineLimit: 0,
      target: "baseline-widely-available",
      chunkSizeWarningLimit: 700, // kilobytes before compression
      license: { fileName: BUNDLED_PACKAGES },
      rolldownOptions: {
        output: {
          // Few files instead of dozens: what every page needs in one, what some share in pieces worth a request.
          codeSplitting: {
            groups: [
              { name: FRAMEWORK, test: LIBRARIES, tags: ["$initial"], priority: 4 },
              { name: "first", tags: ["$initial"], priority: 3 },
              { name: "fields", test: FIELDS, priority: 2 },
              { name: "seats", test: SEATS, priority: 2 },
            ],
          },
        },
      },
    },
    server: {
      port,
      proxy: Object.fromEntries(
        (base === "/" ? ["/api", "/licences"] : SHARED).map((path) => [path, SERVER]),
      ),
    },
  };
}

/** Lets the browser fetch the two latin fonts beside the style sheet, not after it. */
function preloadFonts(base: string): Plugin {
  return {
    name: "preload-fonts",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (_html, { bundle }): HtmlTagDescriptor[] =>
        Object.keys(bundle ?? {})
          .filter((file) => FIRST_FONTS.test(file))
          .map((file) => ({
            tag: "link",
            attrs: {
              rel: "preload",
              as: "font",
              type: "font/woff2",
              href: base + file,
              crossorigin: true,
            },
            injectTo: "head",
          })),
    },
  };
}

/** Moves styles and script between the marks in the head, which the server replaces in a rendered page. */
const assetsInHead: Plugin = {
  name: "assets-in-head",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler(html) {
      if (!html.includes(END_OF_HEAD)) return html;
      const tags = html.match(STYLES_AND_SCRIPT) ?? [];
      return html
        .replace(STYLES_AND_SCRIPT, "")
        .replace(END_OF_HEAD, [...tags.map((tag) => tag.trim()), END_OF_HEAD].join("\n    "));
    },
  },
};
