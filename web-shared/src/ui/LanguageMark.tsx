// Words in another language than the page, marked so for readers and voices.
import type { ReactNode } from "react";

export function LanguageMark({ lang, children }: { lang: string; children: ReactNode }) {
  return <span lang={lang}>{children}</span>;
}
