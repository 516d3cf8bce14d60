// What stands under every form of content: what went wrong, the buttons, and the choice between two versions.
import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { errorText } from "web-shared/i18n/errors";
import { Confirm } from "web-shared/ui/Confirm";
import { Note } from "web-shared/ui/Scene";
import { Conflict } from "../../ui/Conflict";
import { DraftKept } from "../../ui/DraftKept";
import type { LocalDraft } from "../../ui/useLocalDraft";
import styles from "./Content.module.css";
import { wordsOfHtml } from "./outline";
import type { Met } from "./useEditing";

interface FormFootProps {
  form: {
    busy: boolean;
    dirty: boolean;
    fault: string | undefined;
    error: unknown;
    met: Met | null;
    local: LocalDraft;
    choose: (givenUp: ReadonlySet<string>) => void;
    chooseLater: () => void;
  };
  action: string;
  /** What could not be done, before the reason. */
  failed: string;
  /** What the fields are called. */
  labels: Record<string, string>;
  /** A form that always stands there is not cancelled. */
  onCancel?: (() => void) | undefined;
}

export function FormFoot({ form, action, failed, labels, onCancel }: FormFootProps) {
  const { fault, error, met } = form;
  return (
    <div className={styles.foot}>
      <div role="alert">
        {fault && <Note tone="danger">{fault}</Note>}
        {!fault && Boolean(error) && (
          <Note tone="danger">
            <p>{failed}</p>
            <p>{errorText(error)}</p>
          </Note>
        )}
      </div>
      <DraftKept draft={form.local} />
      <div className={styles.buttons}>
        <Button type="submit" size="sm" variant={onCancel ? "filled" : "light"} loading={form.busy}>
          {action}
        </Button>
        {onCancel && <Cancel dirty={form.dirty} onGiveUp={form.local.forget} onCancel={onCancel} />}
      </div>
      {met && (
        <Conflict
          fields={met.fields.map(({ path, mine, theirs }) => ({
            path,
            label: labels[path] ?? path,
            mine: inWords(mine),
            theirs: inWords(theirs),
          }))}
          taken={met.taken.map((name) => labels[name] ?? name)}
          onChoose={form.choose}
          onClose={form.chooseLater}
        />
      )}
    </div>
  );
}

/** A value as it can be read beside another one. */
function inWords(value: unknown): string {
  if (Array.isArray(value)) return value.join(" / ");
  const text = String(value ?? "");
  return text.startsWith("<") ? wordsOfHtml(text) : text;
}

interface CancelProps {
  dirty: boolean;
  /** What was typed is given up. */
  onGiveUp: () => void;
  onCancel: () => void;
}

function Cancel({ dirty, onGiveUp, onCancel }: CancelProps) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button size="sm" variant="subtle" onClick={() => (dirty ? setAsking(true) : onCancel())}>
        {t("dashboard.content.cancel")}
      </Button>
      <Confirm
        opened={asking}
        title={t("dashboard.content.discard")}
        action={t("dashboard.content.discardAction")}
        busy={false}
        error={null}
        onConfirm={() => {
          onGiveUp();
          onCancel();
        }}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
