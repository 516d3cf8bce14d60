// How full each published course is, the fullest first.
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { percent } from "web-shared/format/format";
import type { Stats } from "./api";
import { Bar } from "./Bar";
import { byFilling, share } from "./figures";
import { Section } from "./Section";
import styles from "./Stats.module.css";

export function Seats({ courses }: { courses: Stats["courses"] }) {
  const { t } = useTranslation();
  return (
    <Section
      title={t("dashboard.stats.seats.title")}
      hint={t("dashboard.stats.seats.hint")}
      file={{
        name: "remplissage",
        header: [
          t("dashboard.stats.expiring.course"),
          t("dashboard.stats.seats.taken"),
          t("dashboard.stats.seats.capacity"),
        ],
        lines: byFilling(courses).map((one) => [one.name, one.seatsTaken, one.capacity]),
      }}
    >
      {courses.length === 0 ? (
        <p className={styles.none}>{t("dashboard.stats.seats.none")}</p>
      ) : (
        <dl className={styles.seats}>
          {byFilling(courses).map(({ id, name, seatsTaken, capacity }) => (
            <div key={id}>
              <dt lang="fr">
                <Link to={`/course/edit/${id}`}>{name}</Link>
              </dt>
              <dd>
                {capacity ? (
                  <>
                    <Bar percent={share(seatsTaken, capacity)} />
                    <span className={styles.counted}>
                      <strong>
                        {t("dashboard.stats.seats.of", { taken: seatsTaken, capacity })}
                      </strong>{" "}
                      <span>{percent(share(seatsTaken, capacity))}</span>
                    </span>
                  </>
                ) : (
                  <span className={styles.unlimited}>
                    <strong>{seatsTaken}</strong> {t("dashboard.stats.seats.unlimited")}
                  </span>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Section>
  );
}
