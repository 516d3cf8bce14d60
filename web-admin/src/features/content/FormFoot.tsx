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
import type { Met } from "../../ui/useVersionedForm";
import styles from "./Content.module.css";

interface FormFootProps {
  form: {
    saving: boolean;
    unsaved: boolean;
    fault: string | undefined;
    error: unknown;
    conflict: Met<unknown, object> | null;
    local: LocalDraft;
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
  const { fault, error, conflict } = form;
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
      <div className={styles.buttons}>
        <Button
          type="submit"
          size="sm"
          variant={onCancel ? "filled" : "light"}
          loading={form.saving}
        >
          {action}
        </Button>
        {onCancel && (
          <Cancel unsaved={form.unsaved} onGiveUp={form.local.forget} onCancel={onCancel} />
        )}
      </div>
      <DraftKept draft={form.local} />
      {conflict && <Conflict conflict={conflict} labelOf={(path) => labels[path] ?? path} />}
    </div>
  );
}

interface CancelProps {
  unsaved: boolean;
  /** What was typed is given up. */
  onGiveUp: () => void;
  onCancel: () => void;
}

function Cancel({ unsaved, onGiveUp, onCancel }: CancelProps) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button size="sm" variant="subtle" onClick={() => (unsaved ? setAsking(true) : onCancel())}>
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
