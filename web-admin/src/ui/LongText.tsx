// A text that would make its row too high: its first lines, and all of it at a press.
import { useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import styles from "./LongText.module.css";

export function LongText({ lang, children }: { lang: string; children: string }) {
  const { t } = useTranslation();
  const text = useRef<HTMLParagraphElement>(null);
  const [whole, setWhole] = useState(false);
  const [cut, setCut] = useState(false);
  useLayoutEffect(() => {
    const element = text.current;
    if (!element) return;
    const measure = () =>
      setCut((was) => (whole ? was : element.scrollHeight > element.clientHeight + 1));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [whole]);
  return (
    <div className={styles.text}>
      <p ref={text} lang={lang} data-whole={whole || undefined}>
        {children}
      </p>
      {cut && (
        <button type="button" aria-expanded={whole} onClick={() => setWhole(!whole)}>
          {t(`dashboard.table.${whole ? "less" : "whole"}`)}
        </button>
      )}
    </div>
  );
}
