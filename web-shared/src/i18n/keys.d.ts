// Makes `t("…")` know the keys of the French files: a misspelt key does not compile.
import type dashboard from "../../../web-admin/public/assets/i18n/fr.json";
import type fr from "../../../web-public/public/assets/i18n/fr.json";

declare module "i18next" {
  interface CustomTypeOptions {
    resources: { translation: typeof fr & typeof dashboard };
    strictKeyChecks: true;
  }
}
