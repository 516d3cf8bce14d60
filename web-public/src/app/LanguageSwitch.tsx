// Chooses the interface's language: a menu of the four, each under its own name.
import { useTranslation } from "react-i18next";
import { keepOnAccount } from "web-shared/accountChoices";
import { errorText } from "web-shared/i18n/errors";
import {
  currentLanguage,
  type InterfaceLanguage,
  interfaceLanguages,
  ownNames,
} from "web-shared/i18n/i18n";
import { chooseLanguage } from "web-shared/preferences";
import { Icon } from "web-shared/ui/Icon";
import { notifyFailure } from "web-shared/ui/notify";
import { BarMenu } from "./BarMenu";
import styles from "./Layout.module.css";

export function LanguageSwitch() {
  const { t } = useTranslation();
  const current = currentLanguage();
  return (
    <BarMenu
      end
      className={styles.language}
      label={t("nav.languageIs", { language: ownNames[current] })}
      button={
        <>
          <Icon name="translate" />
          <span lang={current}>{ownNames[current]}</span>
        </>
      }
    >
      {(close) => <LanguageList onChoice={close} />}
    </BarMenu>
  );
}

/** The four languages as entries of a list; the one in use says so. */
export function LanguageList({ onChoice }: { onChoice: () => void }) {
  const current = currentLanguage();
  return interfaceLanguages.map((language) => (
    <li key={language}>
      <button
        type="button"
        lang={language}
        aria-current={language === current || undefined}
        onClick={() => {
          choose(language);
          onChoice();
        }}
      >
        {ownNames[language]}
      </button>
    </li>
  ));
}

function choose(language: InterfaceLanguage): void {
  chooseLanguage(language)
    .then(() => keepOnAccount({ language }))
    .catch((error) => notifyFailure(errorText(error)));
}
