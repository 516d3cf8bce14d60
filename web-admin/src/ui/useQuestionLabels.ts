// What the fields of a question are called, beside two versions of them.
import { useTranslation } from "react-i18next";
import { interfaceLanguages, ownNames } from "web-shared/i18n/i18n";

export function useQuestionLabels(): Record<string, string> {
  const { t } = useTranslation();
  const translations = interfaceLanguages.flatMap((language) => {
    const label = `${t("dashboard.content.question.text")} · ${ownNames[language]}`;
    return ["", "/text"].map((field) => [`translations/${language}${field}`, label]);
  });
  return {
    ...Object.fromEntries(translations),
    translations: t("dashboard.translations.title"),
    typeCode: t("dashboard.content.question.type"),
    level: t("dashboard.content.question.level"),
    inFixedTest: t("dashboard.content.question.inFixedTest"),
    text: t("dashboard.content.question.text"),
    options: t("dashboard.content.question.options"),
    right: t("dashboard.content.question.right"),
    truth: t("dashboard.content.question.right"),
    words: t("dashboard.content.question.words"),
    gaps: t("dashboard.content.question.gaps"),
    chosen: t("dashboard.content.question.way"),
    mediaUrl: t("dashboard.content.question.media"),
    transcript: t("dashboard.content.question.transcript"),
    explanation: t("dashboard.content.question.explanation"),
  };
}
