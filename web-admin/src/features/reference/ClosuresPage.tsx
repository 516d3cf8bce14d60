// The page of the days without lessons.
import { useTranslation } from "react-i18next";
import { DashboardPage } from "../../ui/DashboardPage";
import { ClosureDays } from "./ClosureDays";

export function ClosuresPage() {
  const { t } = useTranslation();
  return (
    <DashboardPage
      title={t("dashboard.reference.closures.title")}
      lead={t("dashboard.reference.closures.lead")}
    >
      <ClosureDays />
    </DashboardPage>
  );
}
