// What courses are made of, in tabs: the languages taught, the levels, the teachers. And the categories of the FAQ.
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { DashboardPage } from "../../ui/DashboardPage";
import { SectionTabs } from "../../ui/SectionTabs";
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
import { Teachers } from "./Teachers";

const PANELS: Record<Tab, () => React.JSX.Element> = {
  languages: Languages,
  levels: Levels,
  teachers: Teachers,
  categories: Categories,
};

export function ReferencePage() {
  const { t } = useTranslation();
  const counts: Record<Tab, number | undefined> = {
    languages: useQuery(languagesQuery).data?.length,
    levels: useQuery(levelsQuery).data?.length,
    teachers: useQuery(teachersQuery).data?.length,
    categories: useQuery(categoriesQuery).data?.length,
  };
  return (
    <DashboardPage title={t("dashboard.reference.title")} lead={t("dashboard.reference.lead")}>
      <SectionTabs
        label={t("dashboard.reference.sections")}
        names={SECTIONS}
        labelOf={(name) => t(`dashboard.reference.${name}.title`)}
        countOf={(name) => counts[name]}
        panelOf={(name) => {
          const Panel = PANELS[name];
          return <Panel />;
        }}
      />
    </DashboardPage>
  );
}
