// Taking one's data along: one file with everything the school keeps.
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { today } from "web-shared/format/format";
import { errorText } from "web-shared/i18n/errors";
import { Icon } from "web-shared/ui/Icon";
import { Note } from "web-shared/ui/Scene";
import { saveFile } from "web-shared/ui/saveFile";
import { useExport } from "./api";
import styles from "./Profile.module.css";
import { Section } from "./Section";

export function OwnFile() {
  const { t } = useTranslation();
  const file = useExport();
  const take = () =>
    file.mutate(undefined, {
      onSuccess: (text) => saveFile(`${t("profile.data.file")}-${today()}.json`, asJson(text)),
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

const asJson = (text: string) => new Blob([text], { type: "application/json" });
