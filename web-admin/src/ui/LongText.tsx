// A text that would make its row too high: its first lines, and all of it at a press.
import { UnstyledButton } from "@mantine/core";
import { useLayoutEffect, useRef, useState } from "react";
import { Icon } from "web-shared/ui/Icon";
import styles from "./LongText.module.css";

export function LongText({ lang, children }: { lang: string; children: string }) {
  const lines = useRef<HTMLSpanElement>(null);
  const [whole, setWhole] = useState(false);
  const [cut, setCut] = useState(false);
  useLayoutEffect(() => {
    const element = lines.current;
    if (!element || whole) return;
    const measure = () => setCut(element.scrollHeight > element.clientHeight + 1);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [whole]);
  const text = (
    <span ref={lines} className={styles.lines} lang={lang} data-whole={whole || undefined}>
      {children}
    </span>
  );
  if (!cut)
    return (
      <div className={styles.text} data-text>
        {text}
      </div>
    );
  return (
    <div className={styles.text} data-text>
      <UnstyledButton aria-expanded={whole} onClick={() => setWhole(!whole)}>
        {text}
        <Icon name={whole ? "caret-up-bold" : "caret-down-bold"} size={14} />
      </UnstyledButton>
    </div>
  );
}
