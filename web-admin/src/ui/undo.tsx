// A message of what was done, with the way back for as long as it stands there.
import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { errorText } from "web-shared/i18n/errors";
import { notifyFailure, notifyUndoable } from "web-shared/ui/notify";

export function notifyUndo(message: string, undo: () => Promise<unknown>): void {
  notifyUndoable(<Undoable message={message} undo={undo} />);
}

interface UndoableProps {
  message: string;
  undo: () => Promise<unknown>;
}

export function Undoable({ message, undo }: UndoableProps) {
  const { t } = useTranslation();
  const [state, setState] = useState<"offered" | "busy" | "undone">("offered");

  function press() {
    setState("busy");
    undo().then(
      () => setState("undone"),
      (error: unknown) => {
        setState("offered");
        notifyFailure(errorText(error));
      },
    );
  }

  if (state === "undone") return t("dashboard.undo.done");
  return (
    <>
      {message}{" "}
      <Button variant="subtle" size="compact-sm" loading={state === "busy"} onClick={press}>
        {t("dashboard.undo.action")}
      </Button>
    </>
  );
}
