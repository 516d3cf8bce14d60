// The parts of a page in tabs under its title. The address says which one is open; the first needs no word there.
import { Tabs } from "@mantine/core";
import type { ReactNode } from "react";
import { TAB, TabCount } from "web-shared/ui/PageTabs";
import { useTabInSight } from "web-shared/ui/useTabInSight";
import styles from "./SectionTabs.module.css";
import { useChoice } from "./usePage";

interface SectionTabsProps<Name extends string> {
  /** What the tabs choose between, for those who hear it. */
  label: string;
  names: readonly [Name, ...Name[]];
  labelOf: (name: Name) => string;
  /** How many there are behind a tab, once that is known. */
  countOf?: (name: Name) => number | undefined;
  panelOf: (name: Name) => ReactNode;
}

export function SectionTabs<Name extends string>(props: SectionTabsProps<Name>) {
  const { label, names, labelOf, countOf, panelOf } = props;
  const [open, choose] = useChoice(TAB, names);
  const row = useTabInSight(open);
  return (
    <Tabs
      value={open}
      onChange={(name) => choose(names.find((one) => one === name) ?? names[0])}
      keepMounted={false}
      classNames={{ list: styles.tabs, tab: styles.tab }}
    >
      <Tabs.List ref={row} aria-label={label}>
        {names.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {labelOf(name)}
            {countOf?.(name) !== undefined && <TabCount>{countOf(name) ?? 0}</TabCount>}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {names.map((name) => (
        <Tabs.Panel key={name} value={name}>
          {panelOf(name)}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
