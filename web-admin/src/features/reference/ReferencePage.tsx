// What courses are made of, in tabs: the languages taught, the levels, the teachers. And the categories of the FAQ.
import { Tabs } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { TAB, TabCount } from "web-shared/ui/PageTabs";
import { useTabInSight } from "web-shared/ui/useTabInSight";
import { DashboardPage } from "../../ui/DashboardPage";
import { useChoice } from "../../ui/usePage";
import {
  categoriesQuery,
  languagesQuery,
  levelsQuery,
  SECTIONS,
  type Tab,
  teachersQuery,
} from "./api";
import { Categories } from "./Categories";
import { Languages } from "./Languages";
import { Levels } from "./Levels";
import styles from "./Reference.module.css";
import { Teachers } from "./Teachers";

const PANELS: Record<Tab, () => React.JSX.Element> = {
  languages: Languages,
  levels: Levels,
  teachers: Teachers,
  categories: Categories,
};

export function ReferencePage() {
  const { t } = useTranslation();
  const [open, choose] = useChoice(TAB, SECTIONS);
  const row = useTabInSight(open);
  const counts: Record<Tab, number | undefined> = {
    languages: useQuery(languagesQuery).data?.length,
    levels: useQuery(levelsQuery).data?.length,
    teachers: useQuery(teachersQuery).data?.length,
    categories: useQuery(categoriesQuery).data?.length,
  };
  return (
    <DashboardPage title={t("dashboard.reference.title")} lead={t("dashboard.reference.lead")}>
      <Tabs
        value={open}
        onChange={(name) => choose(SECTIONS.find((one) => one === name) ?? SECTIONS[0])}
        keepMounted={false}
        classNames={{ list: styles.tabs, tab: styles.tab }}
      >
        <Tabs.List ref={row} aria-label={t("dashboard.reference.sections")}>
          {SECTIONS.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`dashboard.reference.${name}.title`)}
              {counts[name] !== undefined && <TabCount>{counts[name]}</TabCount>}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {SECTIONS.map((name) => {
          const Panel = PANELS[name];
          return (
            <Tabs.Panel key={name} value={name}>
              <Panel />
            </Tabs.Panel>
          );
        })}
      </Tabs>
    </DashboardPage>
  );
}
