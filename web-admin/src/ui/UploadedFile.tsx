// A file that was brought: what it shows, or what it is called.
import { useTranslation } from "react-i18next";
import { Icon } from "web-shared/ui/Icon";
import styles from "./FileField.module.css";
import { type FileKind, kindOf, nameOf, readable } from "./files";

/** `whole`: nothing of a picture is cut off. */
export function UploadedFile({ url, whole }: { url: string; whole: boolean }) {
  const { t } = useTranslation();
  const kind = kindOf(url) ?? "PDF";
  const name = nameOf(url) ?? t(`dashboard.files.kinds.${kind}`);
  return (
    <div className={styles.uploaded}>
      <Preview kind={kind} url={readable(url)} whole={whole} />
      <span className={styles.name}>{name}</span>
      {kind !== "IMAGE" && kind !== "AUDIO" && (
        <a href={readable(url)} target="_blank" rel="noreferrer">
          {t("dashboard.files.open")} <Icon name="arrow-square-out" size={16} />
          <span className="hidden"> {t("dashboard.content.newTab")}</span>
        </a>
      )}
    </div>
  );
}

interface PreviewProps {
  kind: FileKind;
  url: string;
  whole: boolean;
}

function Preview({ kind, url, whole }: PreviewProps) {
  if (kind === "IMAGE")
    return <img className={styles.picture} data-whole={whole || undefined} src={url} alt="" />;
  if (kind === "AUDIO") {
    // biome-ignore lint/a11y/useMediaCaption: its transcript stands beside it in the form
    return <audio className={styles.sound} src={url} controls preload="metadata" />;
  }
  return <Icon name={kind === "PDF" ? "file-pdf" : "play-fill"} size={24} />;
}
