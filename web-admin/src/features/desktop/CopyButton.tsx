// Takes a text to the clipboard, and says so.
import { Button } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { useTranslation } from "react-i18next";
import { Icon } from "web-shared/ui/Icon";

/** `name`: what is copied, for those who hear it. */
export function CopyButton({ text, name, words }: { text: string; name: string; words?: string }) {
  const { t } = useTranslation();
  const clipboard = useClipboard();
  return (
    <>
      <Button
        variant="subtle"
        size="sm"
        leftSection={<Icon name={clipboard.copied ? "check-bold" : "copy"} />}
        onClick={() => clipboard.copy(text)}
      >
        {clipboard.copied ? t("dashboard.desktop.copied") : (words ?? t("dashboard.desktop.copy"))}
        <span className="hidden"> : {name}</span>
      </Button>
      <span className="hidden" role="status">
        {clipboard.copied && t("dashboard.desktop.copied")}
      </span>
    </>
  );
}
