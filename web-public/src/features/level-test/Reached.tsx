// The level that was reached, in words and as an arcade: what is behind is lit, where one stands is outlined.
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { labelOf } from "web-shared/taughtLanguages";
import { testAddress } from "web-shared/testAddress";
import { Icon } from "web-shared/ui/Icon";
import type { TakenTest } from "./lastTest";
import styles from "./Result.module.css";
import type { Catalogue } from "./ResultPage";

const levels = ["A1", "A2", "B1", "B2", "C1", "C2"] as const;

interface ReachedProps {
  taken: TakenTest;
  catalogue: Catalogue;
}

export function Reached({ taken, catalogue }: ReachedProps) {
  const { t } = useTranslation();
  const { language, result } = taken;
  const { score, total } = result;
  const level = levels.find((one) => one === result.level);
  const points = t("levelTest.score", { score, total });
  return (
    <section className={styles.wall}>
      <div className={styles.floor} />
      <div className="wrap">
        <div className={styles.words}>
          <p className={styles.done}>
            <span>{t("levelTest.done")}</span> · {labelOf(language)}
          </p>
          <h1>
            {level
              ? t(level === levels[0] ? "levelTest.beginning" : "levelTest.comfortable", { level })
              : points}
          </h1>
          {level && <p className={styles.score}>{points}</p>}
          <p className={styles.meaning}>
            {level ? t(`levelTest.meaning.${level}`) : t("levelTest.noLevel")}
          </p>
          <Actions taken={taken} catalogue={catalogue} />
        </div>
        {level && <Scale reached={level} />}
      </div>
    </section>
  );
}

function Actions({ taken: { language, result }, catalogue }: ReachedProps) {
  const { t } = useTranslation();
  const level = result.level ?? undefined;
  const type = result.recommendations[0]?.type ?? "ONLINE";
  return (
    <div className={styles.actions}>
      <Button component={Link} to={catalogue.address({ type, language: language.name }, level)}>
        {level ? t("levelTest.coursesOf", { level }) : t("levelTest.courses")}
      </Button>
      <Button
        component={Link}
        to={testAddress(language)}
        variant="outline"
        leftSection={<Icon name="arrow-counter-clockwise" />}
      >
        {t("levelTest.restart")}
      </Button>
    </div>
  );
}

function Scale({ reached }: { reached: (typeof levels)[number] }) {
  const { t } = useTranslation();
  const here = levels.indexOf(reached);
  return (
    <div className={styles.scale} role="img" aria-label={t("levelTest.scale", { level: reached })}>
      {levels.map((level, at) => (
        <span
          key={level}
          className={styles.level}
          data-level={level}
          data-state={at < here ? "behind" : at === here ? "here" : undefined}
        >
          {level}
          {at === here && <small>{t("levelTest.here")}</small>}
        </span>
      ))}
    </div>
  );
}
