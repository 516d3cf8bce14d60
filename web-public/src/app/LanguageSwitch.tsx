// Chooses the interface's language: a menu of the four, each under its own name.
import { Menu, UnstyledButton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { errorText } from "web-shared/i18n/errors";
import {
  chooseLanguage,
  currentLanguage,
  interfaceLanguages,
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
        {interfaceLanguages.map((language) => (
          <Menu.Item
            key={language}
            lang={language}
            role="menuitemradio"
            aria-checked={language === current}
            rightSection={language === current ? <Icon name="check-bold" /> : null}
            onClick={() =>
              chooseLanguage(language).catch((error) => notifyFailure(errorText(error)))
            }
          >
            {ownNames[language]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
