// Each Mantine component brings its own style sheet: a page pays for the components it shows, not for all of them.
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Plugin } from "vite";

const library = dirname(createRequire(import.meta.url).resolve("@mantine/core/styles.css"));
const COMPONENT = /@mantine\/core\/esm\/(?:components|utils)\/.*\/([A-Z]\w+)\.mjs$/;
const STYLES = /@mantine\/\w+\/.*\.layer\.css$/;
const LAYERS = "@layer base, mantine, common;"; // as in global.css, which may come after
/** The colours of the night: both sites are always light. */
const DARK = /:root\[data-mantine-color-scheme=["']dark["']\][^{}]*\{[^{}]*\}/g;
const GLOBAL = /web-shared\/src\/theme\/global\.css$/;

export function componentStyles(): Plugin {
  let building = true;
  return {
    name: "component-styles",
    enforce: "pre",
    configResolved(config) {
      building = config.command === "build";
    },
    transform(code, id) {
      // While developing, the library comes in one piece and so do its styles.
      if (!building) {
        return GLOBAL.test(id)
          ? code.replace("@import", '@import "@mantine/core/styles.layer.css";\n@import')
          : undefined;
      }
      if (STYLES.test(id)) return { code: `${LAYERS}\n${code.replace(DARK, "")}`, map: null };
      const name = COMPONENT.exec(id)?.[1];
      if (!name || !existsSync(join(library, "styles", `${name}.layer.css`))) return;
      // At the end: a component's style stands after those of the components it is made of.
      return { code: `${code}\nimport "@mantine/core/styles/${name}.layer.css";\n`, map: null };
    },
  };
}
