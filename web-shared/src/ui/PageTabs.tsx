// The tabs of a page, on the edge of its wall. The address says which one is open; the first needs no word there.
import { Tabs } from "@mantine/core";
import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { PageBody } from "./Page";
import styles from "./PageTabs.module.css";
import { useTabInSight } from "./useTabInSight";

/** The parameter of the address. */
export const TAB = "tab";

export interface PageTab {
  name: string;
  label: ReactNode;
  panel: () => ReactNode;
}

interface PageTabsProps {
  tabs: readonly [PageTab, ...PageTab[]];
  /** The head of the page, around the row of tabs. */
  header: (row: ReactNode) => ReactNode;
}

export function PageTabs({ tabs, header }: PageTabsProps) {
  const [query, setQuery] = useSearchParams();
  const first = tabs[0].name;
  const open = tabs.find(({ name }) => name === query.get(TAB))?.name ?? first;
  const row = useTabInSight(open);

  function choose(name: string | null) {
    setQuery(name && name !== first ? { [TAB]: name } : {}, {
      replace: true,
      preventScrollReset: true,
    });
  }

  return (
    <Tabs
      value={open}
      onChange={choose}
      variant="none"
      keepMounted={false}
      classNames={{ list: styles.tabs, tab: styles.tab }}
    >
      {header(
        <Tabs.List ref={row}>
          {tabs.map(({ name, label }) => (
            <Tabs.Tab key={name} value={name}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>,
      )}
      <PageBody>
        {tabs.map(({ name, panel }) => (
          <Tabs.Panel key={name} value={name}>
            {name === open && panel()}
          </Tabs.Panel>
        ))}
      </PageBody>
    </Tabs>
  );
}

/** How many there are behind a tab. */
export function TabCount({ children }: { children: number }) {
  return <span className={styles.count}>{children}</span>;
}
