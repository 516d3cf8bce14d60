// One page of a site: what the tab and the search engines call it, and focus on its heading when the reader arrives from
// another page.
import { type ReactNode, useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { type Head, useHead } from "./head";
import styles from "./Page.module.css";
import type { SceneName } from "./Scene";

interface PageProps extends Head {
  children: ReactNode;
}

export function Page({ children, ...head }: PageProps) {
  const page = useRef<HTMLDivElement>(null);
  const opening = useLocation().key === "default"; // the first page of the visit: the browser is at its top already
  useHead(head);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on arrival; a changed filter is not an arrival
  useEffect(() => {
    if (opening) return;
    const heading = page.current?.querySelector("h1");
    heading?.setAttribute("tabindex", "-1");
    heading?.focus({ preventScroll: true });
  }, []);

  return <div ref={page}>{children}</div>;
}

interface PageHeaderProps {
  title: ReactNode;
  lead?: ReactNode;
  /** The way back, above the title. */
  crumbs?: ReactNode;
  /** At the right of the title: a switch, a button. */
  aside?: ReactNode;
  /** At the foot of the wall: tabs. */
  foot?: ReactNode;
  /** A scene seen through an arch at the right; a phone does without. */
  scene?: SceneName;
}

/** The lavender wall at the head of a page. */
export function PageHeader({ title, lead, crumbs, aside, foot, scene }: PageHeaderProps) {
  return (
    <header className={styles.wall} data-foot={foot ? true : undefined} data-scene={scene}>
      {scene && <div className={styles.floor} />}
      <div className="wrap">
        {crumbs && <div className={styles.crumbs}>{crumbs}</div>}
        <div className={styles.top}>
          <div>
            <h1>{title}</h1>
            {lead && <p className={styles.lead}>{lead}</p>}
          </div>
          {aside}
        </div>
        {foot}
        {scene && (
          <img
            className={styles.scene}
            src={`/illustrations/${scene}.svg`}
            alt=""
            width={272}
            height={228}
          />
        )}
      </div>
    </header>
  );
}

/** The width and the air of a page's content. */
export function PageBody({ narrow = false, children }: { narrow?: boolean; children: ReactNode }) {
  return (
    <div className={`wrap ${styles.body}`} data-narrow={narrow || undefined}>
      {children}
    </div>
  );
}
