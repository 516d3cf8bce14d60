// A piece of the site in the language and size that are being tried out; the rest of the page waits.
import i18next from "i18next";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Choices } from "web-shared/accountChoices";
import type { InterfaceLanguage } from "web-shared/i18n/i18n";
import { fontPercent } from "web-shared/preferences";
import styles from "./Settings.module.css";

interface PreviewProps {
  choices: Choices;
  /** The size the page has now: the preview is measured against it. */
  shown: number;
}

export function Preview({ choices, shown }: PreviewProps) {
  const { t } = useTranslation();
  const language = useReadable(choices.language);
  const tried = i18next.getFixedT(language);
  const size = fontPercent(choices.fontSize) / fontPercent(shown);
  return (
    <section className={styles.preview} aria-label={t("settings.preview")}>
      <p className={styles.caption}>{t("settings.preview")}</p>
      <div
        className={styles.sheet}
        lang={language}
        style={{ fontSize: `${size}em` }}
        data-testid="preview"
      >
        <p className={styles.title}>{tried("home.title")}</p>
        <p>{tried("settings.sample")}</p>
        <p className={styles.button}>{tried("home.online")}</p>
        <p className={styles.note}>{tried("settings.sampleNote")}</p>
      </div>
    </section>
  );
}

/** The language tried out once its texts are here, before that the one of the page. */
function useReadable(wanted: InterfaceLanguage): string {
  const { i18n } = useTranslation();
  const [, setLoaded] = useState(wanted);
  useEffect(() => {
    // Without those texts the preview stays in the present language.
    i18next.loadLanguages(wanted).then(
      () => setLoaded(wanted),
      () => {},
    );
  }, [wanted]);
  return i18next.hasResourceBundle(wanted, "translation") ? wanted : i18n.language;
}
