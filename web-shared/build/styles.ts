// Each Mantine component brings its own style sheet: a page pays for the components it shows, not for all of them. And
// sheets that come later, with a dialog or another page, never change what is there: who wins is decided by layers.
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import {
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  type MantineThemeOverride,
  mergeMantineTheme,
} from "@mantine/core";
import type { Plugin } from "vite";
import tokens from "../src/theme/tokens.json" with { type: "json" };

const library = dirname(createRequire(import.meta.url).resolve("@mantine/core/styles.css"));
const COMPONENT = /@mantine\/core\/esm\/(?:components|utils)\/.*\/([A-Z]\w+)\.mjs$/;
const STYLES = /@mantine\/\w+\/.*\.layer\.css$/;
const LAYERS = "@layer base, mantine, common, controls, shared;"; // as in global.css, which may come after
/** What other components of the library are made of: their own styles win. */
const PARTS = /\/(UnstyledButton|Paper|Popover|Input)\.layer\.css$/;
/** Controls yield to the shared parts, and these to the pages that they stand on. */
const CONTROLS = /web-shared\/src\/theme\/[^/]+\.module\.css$/;
const SHARED = /web-shared\/src\/ui\/.+\.module\.css$/;
/** The colours of the night: both sites are always light. */
const DARK = /:root\[data-mantine-color-scheme=["']dark["']\][^{}]*\{[^{}]*\}/g;
const GLOBAL = /web-shared\/src\/theme\/global\.css$/;

/** What the theme sets otherwise than the library. Mantine would write it into a style element of each page, which the
 *  content security policy does not allow. */
function themeVariables(): string {
  const { components, ...scale } = tokens;
  // A JSON file cannot say that a palette is a tuple of ten.
  const theme = mergeMantineTheme(DEFAULT_THEME, scale as unknown as MantineThemeOverride);
  const own = defaultCssVariablesResolver(theme);
  const usual = defaultCssVariablesResolver(DEFAULT_THEME);
  const changed = (variables: Variables, before: Variables) =>
    Object.fromEntries(Object.entries(variables).filter(([name, value]) => before[name] !== value));
  return convertCssVariables(
    {
      variables: changed(own.variables, usual.variables),
      light: changed(own.light, usual.light),
      dark: {},
    },
    ":root",
  );
}

type Variables = Record<string, string>;

export function componentStyles(): Plugin {
  let building = true;
  return {
    name: "component-styles",
    enforce: "pre",
    configResolved(config) {
      building = config.command === "build";
    },
    transform(code, id) {
      const layer = CONTROLS.test(id) ? "controls" : SHARED.test(id) && "shared";
      if (layer) return { code: `${LAYERS}\n@layer ${layer} {\n${code}\n}`, map: null };
      if (GLOBAL.test(id)) {
        // While developing, the library comes in one piece and so do its styles.
        const library = building ? "" : '@import "@mantine/core/styles.layer.css";\n';
        return { code: code.replace("@import", `${library}@import`) + themeVariables(), map: null };
      }
      if (!building) return;
      if (STYLES.test(id)) {
        const layered = PARTS.test(id)
          ? code.replaceAll("@layer mantine", "@layer mantine.parts")
          : code;
        return { code: `${LAYERS}\n${layered.replace(DARK, "")}`, map: null };
      }
      const name = COMPONENT.exec(id)?.[1];
      if (!name || !existsSync(join(library, "styles", `${name}.layer.css`))) return;
      // At the end: a component's style stands after those of the components it is made of.
      return { code: `${code}\nimport "@mantine/core/styles/${name}.layer.css";\n`, map: null };
    },
  };
}
