// One answer of several, each a card with its radio button.
import { useTranslation } from "react-i18next";
import type { ControlProps } from "./Question";
import { languageOfAnswer } from "./question";
import styles from "./Sheet.module.css";

export function Choice({ question, language, given, onGive, disabled }: ControlProps) {
  const { t, i18n } = useTranslation();
  const options =
    question.typeCode === "TRUE_FALSE"
      ? [
          { value: "TRUE", text: t("sheet.true"), lang: i18n.language },
          { value: "FALSE", text: t("sheet.false"), lang: i18n.language },
        ]
      : question.options.map((option) => ({
          value: option,
          text: option,
          lang: languageOfAnswer(question, language, option),
        }));
  return (
    <div className={styles.options}>
      {options.map(({ value, text, lang }) => (
        <label key={value} className={styles.option}>
          <input
            type="radio"
            name={`answer-${question.id}`}
            value={value}
            checked={given === value}
            onChange={() => onGive(value)}
            disabled={disabled}
          />
          <span lang={lang}>{text}</span>
        </label>
      ))}
    </div>
  );
}
