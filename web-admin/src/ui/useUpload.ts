// One upload at a time: how far it is, what went wrong, and how to give up. Leaving the page gives up too; the desktop app
// goes on where it was when the same file is chosen again.
import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "web-shared/api/problem";
import { errorText, fieldText } from "web-shared/i18n/errors";
import { platform } from "../platform/platform";
import { type Followed, follow, LEFT } from "./appUpload";
import { type FileRule, faultOf } from "./files";
import { type Progress, type UploadOptions, upload } from "./upload";

interface Sending extends Progress {
  name: string;
}

interface Arrived {
  name: string;
  kept: boolean;
}

interface UploadSettings {
  rules: FileRule[];
  /** Whether the desktop app may keep the file while the school is away. */
  keeps: boolean;
  onArrived: (url: string) => void;
}

export function useUpload({ rules, keeps, onArrived }: UploadSettings) {
  const { t } = useTranslation();
  const [sending, setSending] = useState<Sending | null>(null);
  const [arrived, setArrived] = useState<Arrived | null>(null);
  const [fault, setFault] = useState("");
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(LEFT), []);
  // What was typed while the file was on its way is told too.
  const tell = useRef(onArrived);
  useEffect(() => {
    tell.current = onArrived;
  });

  async function run(name: string, bring: (options: UploadOptions) => Promise<Followed>) {
    const control = new AbortController();
    running.current = control;
    setSending({ name, percent: 0, waiting: false });
    try {
      const onProgress = (progress: Progress) => setSending({ name, ...progress });
      const { file, kept } = await bring({ signal: control.signal, onProgress });
      setArrived({ name, kept });
      setFault("");
      tell.current(file.url);
    } catch (error) {
      setFault(control.signal.aborted ? "" : wordsOf(error));
    }
    setSending(null);
  }

  async function start(file: File) {
    const odd = faultOf(file, rules);
    setArrived(null);
    setFault(odd ? t(`errors.${odd.code}`, odd) : "");
    if (odd) return;
    await run(file.name, async (options) => ({ file: await upload(file, options), kept: false }));
  }

  const { app } = platform;
  /** Asks for a file in a dialog of the app, which sends it too; a browser has its own field for it. */
  const choose =
    app &&
    (async () => {
      setArrived(null);
      setFault("");
      try {
        const chosen = await app.chooseFile(rules, keeps);
        if (chosen) await run(chosen.name, (options) => follow(app, chosen, options));
      } catch (error) {
        setFault(wordsOf(error));
      }
    });

  const refuse = (why: string) => {
    setArrived(null);
    setFault(why);
  };
  const wait = useCallback(() => setFault(t("dashboard.files.wait")), [t]);
  return {
    sending,
    arrived,
    fault,
    start,
    choose,
    refuse,
    wait,
    cancel: () => running.current?.abort(),
  };
}

/** A refusal names what is wrong with the file rather than that something is. */
function wordsOf(error: unknown): string {
  const field = error instanceof ApiError ? error.problem.fields?.[0] : undefined;
  return field ? fieldText(field) : errorText(error);
}
