// Rich text of the school. Links to pages of this site are followed inside it; all others load as ever.
import type { MouseEvent } from "react";
import { useNavigate } from "react-router";
import { withWidths } from "../pictures";
import styles from "./RichText.module.css";

interface RichTextProps {
  html: string;
  /** The language it is written in. */
  lang?: string | null;
  className?: string;
}

export function RichText({ html, lang, className }: RichTextProps) {
  const navigate = useNavigate();

  function follow(event: MouseEvent<HTMLDivElement>) {
    const path = pathOf(event);
    if (!path) return;
    event.preventDefault();
    void navigate(path);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the links inside are what is clicked
    // biome-ignore lint/a11y/useKeyWithClickEvents: a link's Enter is a click
    <div
      className={className ? `${styles.text} ${className}` : styles.text}
      lang={lang ?? "fr"}
      onClick={follow}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the server against its list when it was written
      dangerouslySetInnerHTML={{ __html: withWidths(html) }}
    />
  );
}

const OTHER_SITES = /^\/(dashboard|api)(\/|$)/;

/** The page of this site that a plain click on a link asks for. */
function pathOf(event: MouseEvent): string | null {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  const plain =
    event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  if (!link?.href || !plain || event.defaultPrevented) return null;
  const url = new URL(link.href);
  if (url.origin !== window.location.origin || OTHER_SITES.test(url.pathname)) return null;
  return url.pathname + url.search + url.hash;
}
