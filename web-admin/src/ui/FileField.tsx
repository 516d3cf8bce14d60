// A field for the address of a file: typed, or brought from this computer by a button or by dropping it. What was brought
// is shown; its address is nobody's business.
import { Button, Input, TextInput } from "@mantine/core";
import { type DragEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "web-shared/ui/Icon";
import { platform } from "../platform/platform";
import styles from "./FileField.module.css";
import { acceptOf, type FileKind, type FileRule, isUploaded, KINDS } from "./files";
import { useSchoolAway } from "./SchoolOnly";
import { UploadedFile } from "./UploadedFile";
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
  /** The form cannot be saved while the school is away. */
  schoolOnly?: boolean;
  /** Of an address that is typed, or of the file when there is nothing else. */
  description?: ReactNode;
  error?: ReactNode;
}

export function FileField(props: FileFieldProps) {
  const { label, value, onChange, kinds, rule, id, description, error } = props;
  const { filesOnly = false, schoolOnly = false } = props;
  const { t } = useTranslation();
  const [over, setOver] = useState(false);
  const choose = useRef<HTMLButtonElement>(null);
  const rules = rule ? [rule] : kinds.map((kind) => KINDS[kind]);
  const keeps = platform.app !== null && !schoolOnly;
  const bringing = useUpload({ rules, keeps, onArrived: onChange });
  const away = useSchoolAway();
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
    if (!file || bringing.sending) return;
    // Only the app's own dialog reaches a file that is to be kept.
    if (away) bringing.refuse(keeps ? t("dashboard.files.dropAway") : away);
    else void bringing.start(file);
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
          {uploaded && <UploadedFile url={value} whole={filesOnly} />}
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
        {...{ label, rules, bringing, choose, uploaded, keeps, schoolAway: away }}
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
  /** Whether a file that is chosen now is kept on this computer, and why the school does not get it at once. */
  keeps: boolean;
  schoolAway: string | null;
  children: ReactNode;
}

/** One button, which keeps the focus whatever it does next: choose, give up, replace. */
function Bring(props: BringProps) {
  const { label, id, describedBy, rules, bringing, choose, uploaded, children } = props;
  const { keeps, schoolAway } = props;
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const { sending, arrived, start, choose: chooseInApp, cancel } = bringing;
  const reason = useId();
  const away = sending || keeps ? null : schoolAway; // what is on its way may be given up
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
          aria-describedby={[describedBy, away && reason].filter(Boolean).join(" ") || undefined}
          {...(away && { "data-disabled": true, "aria-disabled": true })}
          variant="light"
          size="sm"
          leftSection={<Icon name={sending ? "x-bold" : "arrow-up-bold"} size={14} />}
          onClick={() => {
            if (sending) cancel();
            else if (away) return;
            else if (chooseInApp) void chooseInApp();
            else input.current?.click();
          }}
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
        ) : away ? (
          <span id={reason} className={styles.limits}>
            {away}
          </span>
        ) : (
          <Limits rules={rules} kept={keeps && schoolAway !== null} />
        )}
      </div>
      <p role="status" className={sending || arrived?.kept ? styles.status : "hidden"}>
        {sending &&
          t(`dashboard.files.${sending.waiting ? "waiting" : "sending"}`, { name: sending.name })}
        {!sending &&
          arrived &&
          t(`dashboard.files.${arrived.kept ? "kept" : "arrived"}`, { name: arrived.name })}
      </p>
    </>
  );
}

/** What may be brought, said beforehand; and that it is sent later. */
function Limits({ rules, kept }: { rules: FileRule[]; kept: boolean }) {
  const { t } = useTranslation();
  const size = (megabytes: number) =>
    megabytes < 1024
      ? t("dashboard.files.megabytes", { value: megabytes })
      : t("dashboard.files.gigabytes", { value: megabytes / 1024 });
  const said = rules.map(({ formats, megabytes }) =>
    t("dashboard.files.limit", { formats, size: size(megabytes) }),
  );
  return (
    <span className={styles.limits}>
      {said.join(" · ")}
      {kept && <> · {t("dashboard.files.later")}</>}
    </span>
  );
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
