// The language a course teaches, with its arch in the language's colour.
import { labelOf, useLanguages } from "web-shared/taughtLanguages";
import styles from "./Taught.module.css";

export function Taught({ code, name }: { code: string; name: string }) {
  const language = useLanguages().of(code);
  return (
    <span className={styles.taught} data-language={code}>
      {language ? labelOf(language) : name}
    </span>
  );
}
