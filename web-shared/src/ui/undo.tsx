// A message of what was done, with the way back for as long as it stands there. What a colleague changed meanwhile stays.
import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../api/problem";
import { errorText } from "../i18n/errors";
import { notifyFailure, notifyUndoable } from "./notify";

/** `action`: what the way back is called where "undo" would say too much. */
export function notifyUndo(message: string, undo: () => Promise<unknown>, action?: string): void {
  notifyUndoable(<Undoable message={message} undo={undo} action={action} />);
}

interface UndoableProps {
  message: string;
  undo: () => Promise<unknown>;
  action?: string | undefined;
}

export function Undoable({ message, undo, action }: UndoableProps) {
  const { t } = useTranslation();
  const [state, setState] = useState<"offered" | "busy" | "undone" | "changed">("offered");

  function press() {
    setState("busy");
    undo().then(
      () => setState("undone"),
      (error: unknown) => {
        const changed = error instanceof ApiError && error.status === 412;
        setState(changed ? "changed" : "offered");
        notifyFailure(changed ? t("undo.changed") : errorText(error));
      },
    );
  }

  if (state === "undone") return t("undo.done");
  if (state === "changed") return message;
  return (
    <>
      {message}{" "}
      <Button variant="subtle" size="compact-sm" loading={state === "busy"} onClick={press}>
        {action ?? t("undo.action")}
      </Button>
    </>
  );
}
