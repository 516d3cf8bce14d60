// A report for whoever helps, saved as a file: how the app stands, without content and without secrets.
import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { errorText } from "web-shared/i18n/errors";
import { Icon } from "web-shared/ui/Icon";
import { notifyFailure } from "web-shared/ui/notify";
import { saveFile } from "web-shared/ui/saveFile";
import { theApp } from "../../platform/platform";

export function Diagnostics() {
  const { t } = useTranslation();
  const saving = useMutation({
    mutationFn: () => theApp().diagnostics(),
    onSuccess: (file) => saveFile(`${t("dashboard.desktop.diagnostics.file")}.txt`, file),
    onError: (error) => notifyFailure(errorText(error)),
  });
  return (
    <Button
      variant="subtle"
      size="sm"
      leftSection={<Icon name="download-simple" />}
      loading={saving.isPending}
      onClick={() => saving.mutate()}
    >
      {t("dashboard.desktop.diagnostics.save")}
    </Button>
  );
}
