// A level in a word: "débutant" for A1.
import { useTranslation } from "react-i18next";
import { levels } from "./filters";

export function LevelWord({ level }: { level: string }) {
  const { t } = useTranslation();
  const known = levels.find((one) => level.startsWith(one));
  return known ? t(`catalogue.levels.${known}`) : level;
}
