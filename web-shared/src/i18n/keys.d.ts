// Makes `t("…")` know the keys of the French file: a misspelt key does not compile.
import type fr from "../../../web-public/public/assets/i18n/fr.json";

declare module "i18next" {
  interface CustomTypeOptions {
    resources: { translation: typeof fr };
    strictKeyChecks: true;
  }
}
