// The list of countries the forms offer, made from a maintained package when the site is built: `name` in French,
// `dial_code`, ISO `code`. Of several countries with one dial code, the main one comes first.
import metadata from "libphonenumber-js/metadata.min";
import type { Plugin } from "vite";

const PATH = "assets/data/countries.json";

function countries() {
  const french = new Intl.DisplayNames("fr", { type: "region" });
  return Object.entries<string[]>(metadata.country_calling_codes).flatMap(([dial, codes]) =>
    codes
      .filter((code) => /^[A-Z]{2}$/.test(code))
      .map((code) => ({ name: french.of(code) ?? code, dial_code: `+${dial}`, code })),
  );
}

export function countriesFile(): Plugin {
  return {
    name: "countries",
    configureServer(server) {
      server.middlewares.use(`/${PATH}`, (_request, response) => {
        response.setHeader("Content-Type", "application/json");
        response.end(JSON.stringify(countries()));
      });
    },
    generateBundle() {
      this.emitFile({ type: "asset", fileName: PATH, source: JSON.stringify(countries()) });
    },
  };
}
