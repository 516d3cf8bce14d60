// A report for whoever helps, saved as a file: how the app stands, without content and without secrets.
import { useTranslation } from "react-i18next";
import { theApp } from "../../platform/platform";
import { SaveFileButton } from "./SaveFileButton";

export function Diagnostics() {
  const { t } = useTranslation();
  return (
    <SaveFileButton
      label={t("dashboard.desktop.diagnostics.save")}
      name={`${t("dashboard.desktop.diagnostics.file")}.txt`}
      read={() => theApp().diagnostics()}
    />
  );
}
