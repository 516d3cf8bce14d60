// The form of the settings.
import { useTranslation } from "react-i18next";
import { notifySuccess } from "web-shared/ui/notify";
import { useVersionedForm } from "../../ui/useVersionedForm";
import { type Settings, useSaveSettings } from "./api";
import { formOf, sentOf } from "./form";

export type Editing = ReturnType<typeof useSettings>;

export function useSettings(settings: Settings) {
  const { t } = useTranslation();
  const { mutateAsync } = useSaveSettings();
  return useVersionedForm({
    row: settings,
    draftOf: (row) => formOf(row ?? settings),
    keptAs: () => "school/settings",
    titleOf: () => t("dashboard.school.title"),
    save: (form, over) => mutateAsync({ ...sentOf(form), version: (over ?? settings).version }),
    onSaved: () => notifySuccess(t("dashboard.school.saved")),
  });
}
