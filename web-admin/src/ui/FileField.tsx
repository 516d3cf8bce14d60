// A field for the address of a file: typed, or brought from this computer by a button or by dropping it. What was brought
// is shown; its address is nobody's business.
import { Button, Input, TextInput } from "@mantine/core";
import { type DragEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "web-shared/ui/Icon";
import styles from "./FileField.module.css";
import { acceptOf, type FileKind, isUploaded, KINDS, kindOf, nameOf, readable } from "./files";
import { useUpload } from "./useUpload";

interface FileFieldProps {
  label: string;
  value: string;
  onChange: (url: string) => void;
  /** What may be brought. */
  kinds: FileKind[];
  /** Of an address that is typed. */
  description?: ReactNode;
  error?: ReactNode;
}

export function FileField({ label, value, onChange, kinds, description, error }: FileFieldProps) {
  const { t } = useTranslation();
  const [over, setOver] = useState(false);
  const choose = useRef<HTMLButtonElement>(null);
  const bringing = useUpload(kinds, onChange);
  const uploaded = isUploaded(value);
  const field = useRef<HTMLDivElement>(null);
  const { sending, wait } = bringing;
  // Saved now, the form would keep what stood here before.
  useEffect(() => {
    const form = field.current?.closest("form");
    if (!sending || !form) return;
    const hold = (event: Event) => {
      event.preventDefault();
      event.stopPropagation();
      wait();
    };
    form.addEventListener("submit", hold, true);
    return () => form.removeEventListener("submit", hold, true);
  }, [sending, wait]);

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file && !bringing.sending) void bringing.start(file);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the button does the same
    <div
      ref={field}
      className={styles.field}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {uploaded ? (
        <Uploaded label={label} url={value} error={error} />
      ) : (
        <TextInput
          type="url"
          label={label}
          description={description}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          error={error}
        />
      )}
      <Bring {...{ label, kinds, bringing, choose, uploaded }}>
        {uploaded && !bringing.sending && (
          <Button
            variant="subtle"
            size="sm"
            leftSection={<Icon name="x-bold" size={14} />}
            onClick={() => {
              onChange("");
              choose.current?.focus();
            }}
          >
            {t("dashboard.files.remove")}
            <span className="hidden"> {label}</span>
          </Button>
        )}
      </Bring>
    </div>
  );
}

interface BringProps {
  label: string;
  kinds: FileKind[];
  bringing: ReturnType<typeof useUpload>;
  choose: React.RefObject<HTMLButtonElement | null>;
  uploaded: boolean;
  children: ReactNode;
}

/** One button, which keeps the focus whatever it does next: choose, give up, replace. */
function Bring({ label, kinds, bringing, choose, uploaded, children }: BringProps) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const { sending, arrived, fault, start, cancel } = bringing;
  const idle = uploaded ? "replace" : "choose";
  return (
    <>
      <div className={styles.bring}>
        <input
          ref={input}
          type="file"
          accept={acceptOf(kinds)}
          hidden
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? [];
            if (file) void start(file);
            event.currentTarget.value = ""; // the same file, mended, may be chosen again
          }}
        />
        <Button
          ref={choose}
          variant="light"
          size="sm"
          leftSection={<Icon name={sending ? "x-bold" : "arrow-up-bold"} size={14} />}
          onClick={() => (sending ? cancel() : input.current?.click())}
        >
          {t(`dashboard.files.${sending ? "cancel" : idle}`)}
          <span className="hidden"> {label}</span>
        </Button>
        {children}
        {sending ? (
          <progress
            className={styles.progress}
            max={100}
            value={sending.percent}
            aria-label={t("dashboard.files.sending", { name: sending.name })}
          />
        ) : (
          <Limits kinds={kinds} />
        )}
      </div>
      <p role="status" className={sending ? styles.status : "hidden"}>
        {sending && t("dashboard.files.sending", { name: sending.name })}
        {!sending && arrived && t("dashboard.files.arrived", { name: arrived })}
      </p>
      <div role="alert">{fault && <Input.Error size="md">{fault}</Input.Error>}</div>
    </>
  );
}

/** What may be brought, said beforehand. */
function Limits({ kinds }: { kinds: FileKind[] }) {
  const { t } = useTranslation();
  const size = (megabytes: number) =>
    megabytes < 1024
      ? t("dashboard.files.megabytes", { value: megabytes })
      : t("dashboard.files.gigabytes", { value: megabytes / 1024 });
  const said = kinds.map((kind) => {
    const { formats, megabytes } = KINDS[kind];
    return t("dashboard.files.limit", { formats, size: size(megabytes) });
  });
  return <span className={styles.limits}>{said.join(" · ")}</span>;
}

interface UploadedProps {
  label: string;
  url: string;
  error: ReactNode;
}

function Uploaded({ label, url, error }: UploadedProps) {
  const { t } = useTranslation();
  const id = useId();
  const kind = kindOf(url) ?? "PDF";
  const name = nameOf(url) ?? t(`dashboard.files.kinds.${kind}`);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a field set brings a frame and a legend that looks like no label
    <div role="group" aria-labelledby={id}>
      <span id={id} className={styles.label}>
        {label}
      </span>
      <div className={styles.uploaded}>
        <Preview kind={kind} url={readable(url)} />
        <span className={styles.name}>{name}</span>
        {kind !== "IMAGE" && kind !== "AUDIO" && (
          <a href={readable(url)} target="_blank" rel="noreferrer">
            {t("dashboard.files.open")} <Icon name="arrow-square-out" size={16} />
            <span className="hidden"> {t("dashboard.content.newTab")}</span>
          </a>
        )}
      </div>
      {error && <Input.Error size="md">{error}</Input.Error>}
    </div>
  );
}

function Preview({ kind, url }: { kind: FileKind; url: string }) {
  if (kind === "IMAGE") return <img className={styles.picture} src={url} alt="" />;
  if (kind === "AUDIO") {
    // biome-ignore lint/a11y/useMediaCaption: its transcript stands beside it in the form
    return <audio className={styles.sound} src={url} controls preload="metadata" />;
  }
  return <Icon name={kind === "PDF" ? "file-pdf" : "play-fill"} size={24} />;
}
