// The four languages of the interface, each under its own name.
import { Radio } from "@mantine/core";
import { useTranslation } from "react-i18next";
import {
  type InterfaceLanguage,
  interfaceLanguages,
  isInterfaceLanguage,
  ownNames,
} from "web-shared/i18n/i18n";
import { RadioCard } from "web-shared/ui/RadioCard";
import styles from "./Settings.module.css";

interface LanguageChoiceProps {
  value: InterfaceLanguage;
  onChange: (language: InterfaceLanguage) => void;
}

export function LanguageChoice({ value, onChange }: LanguageChoiceProps) {
  const { t } = useTranslation();
  return (
    <Radio.Group
      label={t("settings.language")}
      classNames={{ label: styles.question }}
      value={value}
      onChange={(language) => isInterfaceLanguage(language) && onChange(language)}
    >
      <div className={styles.languages}>
        {interfaceLanguages.map((language) => (
          <RadioCard key={language} value={language} stop={value}>
            <Radio.Indicator />
            <span lang={language}>{ownNames[language]}</span>
          </RadioCard>
        ))}
      </div>
    </Radio.Group>
  );
}
