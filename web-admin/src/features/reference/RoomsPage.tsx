// The page of the rooms.
import { useTranslation } from "react-i18next";
import { DashboardPage } from "../../ui/DashboardPage";
import { Rooms } from "./Rooms";

export function RoomsPage() {
  const { t } = useTranslation();
  return (
    <DashboardPage
      title={t("dashboard.reference.rooms.title")}
      lead={t("dashboard.reference.rooms.lead")}
    >
      <Rooms />
    </DashboardPage>
  );
}
