// Chooses the interface's language: a menu of the four, each under its own name.
import { Menu, UnstyledButton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { errorText } from "web-shared/i18n/errors";
import {
  chooseLanguage,
  currentLanguage,
  interfaceLanguages,
  isInterfaceLanguage,
  ownNames,
} from "web-shared/i18n/i18n";
import { Icon } from "web-shared/ui/Icon";
import { notifyFailure } from "web-shared/ui/notify";
import styles from "./Layout.module.css";

export function LanguageSwitch() {
  const { t } = useTranslation();
  const current = currentLanguage();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <UnstyledButton
          className={styles.language}
          aria-label={`${t("nav.language")} : ${ownNames[current]}`}
        >
          <Icon name="translate" />
          <span lang={current}>{ownNames[current]}</span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={current} onChange={choose}>
          {interfaceLanguages.map((language) => (
            <Menu.RadioItem key={language} value={language} lang={language} closeMenuOnClick>
              {ownNames[language]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}

function choose(language: string): void {
  if (!isInterfaceLanguage(language)) return;
  chooseLanguage(language).catch((error) => notifyFailure(errorText(error)));
}
