// A field for the address of a file: typed, or brought from this computer by a button or by dropping it. What was brought
// is shown; its address is nobody's business.
import { Button, Input, TextInput } from "@mantine/core";
import { type DragEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "web-shared/ui/Icon";
import styles from "./FileField.module.css";
import {
  acceptOf,
  type FileKind,
  type FileRule,
  isUploaded,
  KINDS,
  kindOf,
  nameOf,
  readable,
} from "./files";
import { useUpload } from "./useUpload";

interface FileFieldProps {
  label: string;
  value: string;
  onChange: (url: string) => void;
  /** What may be brought. */
  kinds: FileKind[];
  /** What of these, when it is less than all. */
  rule?: FileRule;
  /** By which others lead to it. */
  id?: string;
  className?: string;
  /** Nothing but a file will do: no address is typed. */
  filesOnly?: boolean;
  /** Of an address that is typed, or of the file when there is nothing else. */
  description?: ReactNode;
  error?: ReactNode;
}

export function FileField(props: FileFieldProps) {
  const { label, value, onChange, kinds, rule, id, filesOnly = false, description, error } = props;
  const { t } = useTranslation();
  const [over, setOver] = useState(false);
  const choose = useRef<HTMLButtonElement>(null);
  const rules = rule ? [rule] : kinds.map((kind) => KINDS[kind]);
  const bringing = useUpload(rules, onChange);
  const uploaded = isUploaded(value);
  const fault = useId();
  const wrong = wrongOf(error, bringing.fault);
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

  // Text that is dragged is the text field's business.
  function dragOver(event: DragEvent) {
    if (!bringsFiles(event)) return;
    event.preventDefault();
    setOver(true);
  }
  function drop(event: DragEvent) {
    setOver(false);
    if (!bringsFiles(event)) return;
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (file && !bringing.sending) void bringing.start(file);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the button does the same
    <div
      ref={field}
      className={props.className ? `${styles.field} ${props.className}` : styles.field}
      data-over={over || undefined}
      onDragOver={dragOver}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {uploaded || filesOnly ? (
        <Brought {...{ label, fault, wrong }} description={filesOnly && description}>
          {uploaded && <Uploaded url={value} whole={filesOnly} />}
        </Brought>
      ) : (
        <TextInput
          id={id}
          type="url"
          label={label}
          description={description}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          error={wrong}
          errorProps={{ id: fault }}
        />
      )}
      <Bring
        {...{ label, rules, bringing, choose, uploaded }}
        id={uploaded || filesOnly ? id : undefined}
        describedBy={wrong ? fault : undefined}
      >
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

const bringsFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes("Files");

/** What the form says of the field, and what came of bringing a file. */
function wrongOf(error: ReactNode, fault: string): ReactNode {
  if (!error && !fault) return undefined;
  return (
    <>
      {error && <span className={styles.wrong}>{error}</span>}
      {fault && (
        <span role="alert" className={styles.wrong}>
          {fault}
        </span>
      )}
    </>
  );
}

interface BringProps {
  label: string;
  /** Of the button, and of what says what is wrong. */
  id: string | undefined;
  describedBy: string | undefined;
  rules: FileRule[];
  bringing: ReturnType<typeof useUpload>;
  choose: React.RefObject<HTMLButtonElement | null>;
  uploaded: boolean;
  children: ReactNode;
}

/** One button, which keeps the focus whatever it does next: choose, give up, replace. */
function Bring(props: BringProps) {
  const { label, id, describedBy, rules, bringing, choose, uploaded, children } = props;
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const { sending, arrived, start, cancel } = bringing;
  const idle = uploaded ? "replace" : "choose";
  return (
    <>
      <div className={styles.bring}>
        <input
          ref={input}
          type="file"
          accept={acceptOf(rules)}
          hidden
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? [];
            if (file) void start(file);
            event.currentTarget.value = ""; // the same file, mended, may be chosen again
          }}
        />
        <Button
          ref={choose}
          id={id}
          aria-describedby={describedBy}
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
          <Limits rules={rules} />
        )}
      </div>
      <p role="status" className={sending ? styles.status : "hidden"}>
        {sending && t("dashboard.files.sending", { name: sending.name })}
        {!sending && arrived && t("dashboard.files.arrived", { name: arrived })}
      </p>
    </>
  );
}

/** What may be brought, said beforehand. */
function Limits({ rules }: { rules: FileRule[] }) {
  const { t } = useTranslation();
  const size = (megabytes: number) =>
    megabytes < 1024
      ? t("dashboard.files.megabytes", { value: megabytes })
      : t("dashboard.files.gigabytes", { value: megabytes / 1024 });
  const said = rules.map(({ formats, megabytes }) =>
    t("dashboard.files.limit", { formats, size: size(megabytes) }),
  );
  return <span className={styles.limits}>{said.join(" · ")}</span>;
}

interface BroughtProps {
  label: string;
  description: ReactNode;
  /** The id of what is wrong. */
  fault: string;
  wrong: ReactNode;
  children: ReactNode;
}

/** The field without a place for typing. */
function Brought({ label, description, fault, wrong, children }: BroughtProps) {
  const [title, hint] = [useId(), useId()];
  const described = [description && hint, wrong && fault].filter(Boolean).join(" ");
  return (
    // biome-ignore lint/a11y/useSemanticElements: a field set brings a frame and a legend that looks like no label
    <div role="group" aria-labelledby={title} aria-describedby={described || undefined}>
      <span id={title} className={styles.label}>
        {label}
      </span>
      {description && (
        <p id={hint} className={styles.hint}>
          {description}
        </p>
      )}
      {children}
      {wrong && (
        <Input.Error id={fault} size="md">
          {wrong}
        </Input.Error>
      )}
    </div>
  );
}

/** `whole`: nothing of a picture is cut off. */
function Uploaded({ url, whole }: { url: string; whole: boolean }) {
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
