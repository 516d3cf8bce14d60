// Language and size of the text: tried out in the preview, and everywhere once they are confirmed.
import { Button } from "@mantine/core";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Choices } from "web-shared/accountChoices";
import { useSession } from "web-shared/api/session";
import { errorText } from "web-shared/i18n/errors";
import { currentLanguage } from "web-shared/i18n/i18n";
import { fontSizes, storedFontSize } from "web-shared/preferences";
import { notifyFailure, notifyNote, notifySuccess } from "web-shared/ui/notify";
import { Page, PageHeader } from "web-shared/ui/Page";
import { Note } from "web-shared/ui/Scene";
import { OnlyHere, useConfirm } from "./api";
import { LanguageChoice } from "./LanguageChoice";
import { Preview } from "./Preview";
import styles from "./Settings.module.css";
import { SizeChoice } from "./SizeChoice";

const USUAL: Choices = { language: "fr", fontSize: fontSizes.usual };

export function SettingsPage() {
  const { t, i18n } = useTranslation();
  const signedIn = useSession() !== null;
  const [held, setHeld] = useHeld();
  const [chosen, setChosen] = useState<Partial<Choices>>({});
  const confirm = useConfirm();
  const choices = { ...held, ...chosen };
  const open = choices.language !== held.language || choices.fontSize !== held.fontSize;
  useReminder(open, t("settings.leftOpen"));

  function submit(event: FormEvent) {
    event.preventDefault();
    confirm.mutate(choices, {
      onSuccess: () => notifySuccess(i18n.t("settings.confirmed")),
      onError: (error) => notifyFailure(failure(error, i18n.t("settings.onlyHere"))),
      onSettled: () => {
        setHeld(holding());
        setChosen({});
      },
    });
  }

  const head = { title: t("settings.title"), description: t("settings.description") };
  return (
    <Page {...head}>
      <PageHeader title={t("settings.title")} lead={t("settings.lead")} />
      <form className={`wrap ${styles.page}`} onSubmit={submit}>
        <div className={styles.choices}>
          <LanguageChoice
            value={choices.language}
            onChange={(language) => setChosen({ ...chosen, language })}
          />
          <SizeChoice
            value={choices.fontSize}
            onChange={(fontSize) => setChosen({ ...chosen, fontSize })}
          />
          <div role="status">{open && <Note>{t("settings.open")}</Note>}</div>
          <div className={styles.actions}>
            <Button type="submit" loading={confirm.isPending}>
              {t("settings.confirm")}
            </Button>
            <Button variant="subtle" onClick={() => setChosen(USUAL)}>
              {t("settings.reset")}
            </Button>
          </div>
          <p className="small muted">
            {t(signedIn ? "settings.keptOnAccount" : "settings.keptHere")}
          </p>
        </div>
        <Preview choices={choices} shown={held.fontSize} />
      </form>
    </Page>
  );
}

/** The current choices. The first view is rendered without this device's storage and has the default size. */
function useHeld() {
  const [held, setHeld] = useState<Choices>({
    language: currentLanguage(),
    fontSize: fontSizes.usual,
  });
  const { i18n } = useTranslation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the navigation may change the language as well
  useEffect(() => setHeld(holding()), [i18n.language]);
  return [held, setHeld] as const;
}

function holding(): Choices {
  return { language: currentLanguage(), fontSize: storedFontSize() };
}

function failure(error: unknown, onlyHere: string): string {
  return error instanceof OnlyHere ? `${onlyHere} ${errorText(error.cause)}` : errorText(error);
}

/** Says on leaving that choices were not confirmed: nothing is lost silently. */
function useReminder(open: boolean, text: string): void {
  const last = useRef({ open, text });
  last.current = { open, text };
  useEffect(
    () => () => {
      if (last.current.open) notifyNote(last.current.text);
    },
    [],
  );
}
