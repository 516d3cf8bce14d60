// The cards of a learner's modules, each with the button that leads into its lessons.
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { day } from "web-shared/format/format";
import { type ModuleRow, stepOf } from "./courseModules";
import { ModuleCards } from "./ModuleCards";
import { moduleSearch } from "./module";

interface LearnersModulesProps {
  subscriptionId: number;
  rows: ModuleRow[];
  lang: string;
}

export function LearnersModules({ subscriptionId, rows, lang }: LearnersModulesProps) {
  return (
    <ModuleCards
      rows={rows}
      lang={lang}
      aside={(row) => <Open row={row} subscriptionId={subscriptionId} />}
    />
  );
}

const LOOKS = { open: "light", begin: "light", continue: "light", again: "outline" } as const;

function Open({ row, subscriptionId }: { row: ModuleRow; subscriptionId: number }) {
  const { t } = useTranslation();
  const step = stepOf(row.progress);
  const opensOn = row.progress?.opensOn;
  if (opensOn)
    return <p className="caption muted">{t("learning.course.opensOn", { day: day(opensOn) })}</p>;
  return (
    <Button
      component={Link}
      to={`/online-course-modules-chapiters${moduleSearch({ moduleId: row.id, subscriptionId })}`}
      variant={row.progress?.next ? "filled" : LOOKS[step]}
      aria-label={t(`learning.course.${step}Named`, { module: row.title })}
    >
      {t(`learning.course.${step}`)}
    </Button>
  );
}
