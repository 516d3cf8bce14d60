// Taking one's data along: one file with everything the school keeps.
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { today } from "web-shared/format/format";
import { errorText } from "web-shared/i18n/errors";
import { Icon } from "web-shared/ui/Icon";
import { Note } from "web-shared/ui/Scene";
import { useExport } from "./api";
import styles from "./Profile.module.css";
import { Section } from "./Section";

export function OwnFile() {
  const { t } = useTranslation();
  const file = useExport();
  const take = () =>
    file.mutate(undefined, {
      onSuccess: (text) => download(`${t("profile.data.file")}-${today()}.json`, text),
    });
  return (
    <Section title={t("profile.data.title")} lead={t("profile.data.lead")}>
      <div role="alert">{file.error && <Note tone="danger">{errorText(file.error)}</Note>}</div>
      <div className={styles.actions}>
        <Button
          variant="outline"
          loading={file.isPending}
          leftSection={<Icon name="download-simple" />}
          onClick={take}
        >
          {t("profile.data.action")}
        </Button>
      </div>
    </Section>
  );
}

function download(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
