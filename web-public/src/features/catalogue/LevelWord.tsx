// A level in a word: "débutant" for A1.
import { useTranslation } from "react-i18next";

/** Those that have a word in each language of the interface. */
const WORDED = ["A1", "A2", "B1", "B2", "C1", "C2"] as const;

const known = (level: string) => WORDED.find((one) => level.startsWith(one));

/** Whether the word says more than the level itself. */
export const isWorded = (level: string) => known(level) !== undefined;

export function LevelWord({ level }: { level: string }) {
  const { t } = useTranslation();
  const worded = known(level);
  return worded ? t(`catalogue.levels.${worded}`) : level;
}
