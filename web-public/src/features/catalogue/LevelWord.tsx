// A level in a word: "débutant" for A1.
import { useTranslation } from "react-i18next";

/** Those that have a word in each language of the interface. */
const WORDED = ["A1", "A2", "B1", "B2", "C1", "C2"] as const;

export function LevelWord({ level }: { level: string }) {
  const { t } = useTranslation();
  const known = WORDED.find((one) => level.startsWith(one));
  return known ? t(`catalogue.levels.${known}`) : level;
}
