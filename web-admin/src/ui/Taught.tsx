// The language a course teaches, with its arch in the language's colour.
import i18next from "i18next";
import { languageOf } from "web-shared/theme/language";
import styles from "./Taught.module.css";

/** In the interface's language where the school's four are meant; else the French name. */
export function languageName(code: string, name: string): string {
  const known = languageOf(code);
  return known ? i18next.t(`languages.${known.code}`) : name;
}

export function Taught({ code, name }: { code: string; name: string }) {
  return (
    <span className={styles.taught} data-language={code}>
      {languageName(code, name)}
    </span>
  );
}
