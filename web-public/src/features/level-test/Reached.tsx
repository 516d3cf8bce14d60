// The level that a fixed test reached, in words and as an arcade.
import { useTranslation } from "react-i18next";
import type { TakenTest } from "./lastTest";
import styles from "./Result.module.css";
import type { Catalogue } from "./ResultPage";
import { Actions, levels, ResultWall, Scale } from "./ResultWall";

interface ReachedProps {
  taken: TakenTest;
  catalogue: Catalogue;
}

export function Reached({ taken: { language, result }, catalogue }: ReachedProps) {
  const { t } = useTranslation();
  const { score, total } = result;
  const level = levels.find((one) => one === result.level);
  const points = t("levelTest.score", { score, total });
  return (
    <ResultWall
      language={language}
      title={
        level
          ? t(level === levels[0] ? "levelTest.beginning" : "levelTest.comfortable", { level })
          : points
      }
      scale={
        level && (
          <Scale at={[level]} label={t("levelTest.scale", { level })} note={t("levelTest.here")} />
        )
      }
    >
      {level && <p className={styles.score}>{points}</p>}
      <p className={styles.meaning}>
        {level ? t(`levelTest.meaning.${level}`) : t("levelTest.noLevel")}
      </p>
      <Actions
        language={language}
        level={level}
        type={result.recommendations[0]?.type}
        catalogue={catalogue}
      />
    </ResultWall>
  );
}
