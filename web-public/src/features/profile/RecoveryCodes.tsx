// Recovery codes, shown once: to be copied or saved, and left only by whoever says that they have them.
import { Button, Checkbox, CopyButton, Group, Stack } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "web-shared/ui/Icon";
import { saveFile } from "web-shared/ui/saveFile";
import styles from "./SecondFactor.module.css";

export function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const { t } = useTranslation();
  const [noted, setNoted] = useState(false);
  const text = `${codes.join("\n")}\n`;
  return (
    <Stack gap="md">
      <p>{t("profile.factor.codesLead")}</p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group gap="sm">
        <CopyButton value={text} timeout={3000}>
          {({ copied, copy }) => (
            <>
              <Button
                variant="outline"
                size="sm"
                onClick={copy}
                leftSection={<Icon name={copied ? "check-bold" : "copy"} />}
              >
                {t(`profile.factor.${copied ? "copied" : "copy"}`)}
              </Button>
              <span className="hidden" role="status">
                {copied && t("profile.factor.copied")}
              </span>
            </>
          )}
        </CopyButton>
        <Button
          variant="outline"
          size="sm"
          onClick={() =>
            saveFile(t("profile.factor.fileName"), new Blob([text], { type: "text/plain" }))
          }
        >
          {t("profile.factor.download")}
        </Button>
      </Group>
      <Checkbox
        label={t("profile.factor.noted")}
        checked={noted}
        onChange={(event) => setNoted(event.currentTarget.checked)}
      />
      <Button disabled={!noted} onClick={onClose}>
        {t("profile.factor.finish")}
      </Button>
    </Stack>
  );
}
