// Somebody else changed it meanwhile: the page already shows how it stands now.
import { useTranslation } from "react-i18next";
import { Note } from "web-shared/ui/Scene";
import { isStale } from "./api";

export function StaleNote({ error }: { error: unknown }) {
  const { t } = useTranslation();
  return (
    <div role="alert">
      {isStale(error) && <Note tone="warning">{t("dashboard.sales.stale")}</Note>}
    </div>
  );
}
