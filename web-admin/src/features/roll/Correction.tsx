// A mark that was wrong, after closing: what is right, and why. The earlier one stays in the record.
import { Textarea } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { RosterRow } from "../../ui/classSessions";
import { FormDialog } from "../../ui/FormDialog";
import type { Marking, State } from "./marks";
import { Options } from "./Options";
import { Paper } from "./Paper";
import type { Roll } from "./useRoll";

const LONGEST = 500; // characters

interface CorrectionProps {
  roll: Roll;
  row: RosterRow;
  /** Of the session. */
  length: number;
  state: State | null;
  onCorrect: (marking: Marking) => void;
  onClose: () => void;
}

export function Correction({ roll, row, length, state, onCorrect, onClose }: CorrectionProps) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState(state);
  const [reason, setReason] = useState("");
  const [asked, setAsked] = useState(false);
  const { subscriptionId, learnerName: name } = row;
  const unsaved = reason.trim() !== "" || chosen !== state;

  function submit() {
    setAsked(true);
    if (!reason.trim() || !chosen) return;
    const { status, minutes } = chosen;
    onCorrect({ subscriptionId, status, minutes, reason: reason.trim() });
  }

  return (
    <FormDialog
      title={t("dashboard.roll.correctOne", { name })}
      action={t("dashboard.roll.correct")}
      unsaved={unsaved}
      busy={false}
      failed=""
      error={null}
      onSubmit={submit}
      onClose={onClose}
    >
      <Options
        name={name}
        state={chosen}
        length={length}
        onState={({ status, minutes }) => setChosen({ status, minutes: minutes ?? null })}
      />
      <Paper roll={roll} />
      <Textarea
        mt={16}
        label={t("dashboard.roll.reason")}
        description={t("dashboard.roll.reasonHint")}
        maxLength={LONGEST}
        minRows={2}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        error={asked && !reason.trim() && t("errors.required")}
      />
    </FormDialog>
  );
}
