// Something that is done for a code of the phone or a recovery code.
import { Button, Stack, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { errorText, fieldError } from "web-shared/i18n/errors";
import { DialogActions } from "web-shared/ui/Confirm";
import { Note } from "web-shared/ui/Scene";

interface CodeFormProps {
  lead: string;
  action: string;
  danger?: boolean;
  busy: boolean;
  error: unknown;
  onCode: (code: string) => void;
  onCancel: () => void;
}

export function CodeForm(props: CodeFormProps) {
  const { t } = useTranslation();
  const [code, setCode] = useState("");
  const wrong = fieldError(props.error, "code");

  function submit(event: FormEvent) {
    event.preventDefault();
    if (code.trim() && !props.busy) props.onCode(code);
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <p>{props.lead}</p>
        <TextInput
          label={t("profile.factor.anyCode")}
          autoComplete="one-time-code"
          value={code}
          error={wrong}
          onChange={(event) => setCode(event.currentTarget.value)}
          data-autofocus
        />
        <div role="alert">
          {Boolean(props.error) && !wrong && <Note tone="danger">{errorText(props.error)}</Note>}
        </div>
      </Stack>
      <DialogActions>
        <Button variant="outline" onClick={props.onCancel}>
          {t("profile.cancel")}
        </Button>
        <Button
          type="submit"
          {...(props.danger ? { color: "red" } : {})}
          loading={props.busy}
          disabled={!code.trim()}
        >
          {props.action}
        </Button>
      </DialogActions>
    </form>
  );
}
