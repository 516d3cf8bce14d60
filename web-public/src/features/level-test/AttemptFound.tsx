// What an adaptive test found: the level with its probability, in words as well, and the courses of it that have a seat,
// each one press from its booking.
import { useTranslation } from "react-i18next";
import { useSession } from "web-shared/api/session";
import { percent } from "web-shared/format/format";
import { Note } from "web-shared/ui/Scene";
import type { TakenAttempt } from "./lastTest";
import { NoCourse, Recommended } from "./Recommended";
import styles from "./Result.module.css";
import type { Catalogue } from "./ResultPage";
import { Actions, type Level, levels, ResultWall, Scale } from "./ResultWall";
import type { AttemptResult } from "./useAttempt";

/** From these percents on a level is very or rather sure; below, its neighbour may be as likely. */
const VERY_SURE = 85;
const RATHER_SURE = 60;

interface FoundProps {
  taken: TakenAttempt;
  catalogue: Catalogue;
}

export function AttemptFound(props: FoundProps) {
  return (
    <>
      <Wall {...props} />
      <Classes {...props} />
    </>
  );
}

/** The two levels between which nothing is decided, the lower one first; null: one is likely enough. */
function undecided({ level, neighbour, percent }: AttemptResult): [Level, Level] | null {
  if (!neighbour || percent >= RATHER_SURE) return null;
  return levels.indexOf(level) < levels.indexOf(neighbour)
    ? [level, neighbour]
    : [neighbour, level];
}

function Wall({ taken: { language, result, own }, catalogue }: FoundProps) {
  const { t } = useTranslation();
  const session = useSession();
  const { level, answered } = result;
  const between = undecided(result);
  const [low, high] = between ?? [level, level];
  const likely = percent(result.percent);
  const one = level === levels[0] ? "levelTest.beginning" : "levelTest.comfortable";
  return (
    <ResultWall
      language={language}
      title={between ? t("adaptiveTest.between", { low, high }) : t(one, { level })}
      scale={
        <Scale
          at={between ?? [level]}
          label={
            between
              ? t("adaptiveTest.scaleBetween", { low, high })
              : t("levelTest.scale", { level })
          }
          note={between ? undefined : t("levelTest.here")}
        />
      }
    >
      <p className={styles.score}>
        {t("adaptiveTest.probable", { level, percent: likely })}
        <span className={styles.after}>{t("adaptiveTest.after", { count: answered })}</span>
      </p>
      <p className={styles.meaning}>
        <Sureness result={result} />
      </p>
      <p className={styles.meaning}>{t(`levelTest.meaning.${level}`)}</p>
      <Actions
        language={language}
        level={level}
        other={between?.find((one) => one !== level)}
        type={result.courses[0]?.type}
        catalogue={catalogue}
      />
      {own && session && (
        <div className={styles.kept}>
          <Note tone="success">{t("adaptiveTest.kept")}</Note>
        </div>
      )}
    </ResultWall>
  );
}

/** What the number means. */
function Sureness({ result: { level, neighbour, percent } }: { result: AttemptResult }) {
  const { t } = useTranslation();
  if (percent >= VERY_SURE) return t("adaptiveTest.sure.very");
  if (!neighbour) return t("adaptiveTest.sure.alone");
  return percent >= RATHER_SURE
    ? t("adaptiveTest.sure.rather", { neighbour })
    : t("adaptiveTest.sure.between", { level, neighbour });
}

function Classes({ taken: { language, result }, catalogue }: FoundProps) {
  const { t } = useTranslation();
  const { level, courses, nextLevel } = result;
  return (
    <Recommended
      title={t("adaptiveTest.classes", { level })}
      lead={t("adaptiveTest.classesLead")}
      courses={courses}
      nextLevel={nextLevel}
      nextTitle={t("adaptiveTest.next", { level: nextLevel[0]?.level })}
      catalogue={catalogue}
      booking
      empty={
        <NoCourse
          to={catalogue.address({ type: "IN_PERSON", language: language.name }, level)}
          action={t("adaptiveTest.fullCourses")}
        >
          {t("adaptiveTest.noSeat", { level })}
        </NoCourse>
      }
    />
  );
}
