// One upload at a time: how far it is, what went wrong, and how to give up. Leaving the page gives up too.
import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "web-shared/api/problem";
import { errorText, fieldText } from "web-shared/i18n/errors";
import { type FileRule, faultOf } from "./files";
import { upload } from "./upload";

interface Sending {
  name: string;
  percent: number;
}

export function useUpload(rules: FileRule[], onArrived: (url: string) => void) {
  const { t } = useTranslation();
  const [sending, setSending] = useState<Sending | null>(null);
  const [arrived, setArrived] = useState("");
  const [fault, setFault] = useState("");
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  // What was typed while the file was on its way is told too.
  const tell = useRef(onArrived);
  useEffect(() => {
    tell.current = onArrived;
  });

  async function start(file: File) {
    const odd = faultOf(file, rules);
    setArrived("");
    setFault(odd ? t(`errors.${odd.code}`, odd) : "");
    if (odd) return;
    const control = new AbortController();
    running.current = control;
    const { name } = file;
    setSending({ name, percent: 0 });
    try {
      const onProgress = (percent: number) => setSending({ name, percent });
      const { url } = await upload(file, { signal: control.signal, onProgress });
      setArrived(name);
      setFault("");
      tell.current(url);
    } catch (error) {
      setFault(control.signal.aborted ? "" : wordsOf(error));
    }
    setSending(null);
  }

  const wait = useCallback(() => setFault(t("dashboard.files.wait")), [t]);
  return { sending, arrived, fault, start, wait, cancel: () => running.current?.abort() };
}

/** A refusal names what is wrong with the file rather than that something is. */
function wordsOf(error: unknown): string {
  const field = error instanceof ApiError ? error.problem.fields?.[0] : undefined;
  return field ? fieldText(field) : errorText(error);
}
