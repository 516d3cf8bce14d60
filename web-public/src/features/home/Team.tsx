// Who teaches: each in their niche, with what they teach, since when, and how to write to them.

import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { labelOf, useLanguages } from "web-shared/taughtLanguages";
import { Picture } from "web-shared/ui/Picture";
import { FailedState, Waiting } from "web-shared/ui/Scene";
import { Tag } from "web-shared/ui/Tag";
import { type Teacher, teachersQuery } from "./api";
import styles from "./Team.module.css";

const SKELETONS = 6;
/** The width of a photo that lies on its side, in a niche that stands. */
const DRAWN = 180;

export function Team() {
  const { t } = useTranslation();
  const { data } = useQuery(teachersQuery);
  if (data?.length === 0) return null;
  return (
    <section className={`wrap ${styles.team}`} id="team" aria-labelledby="team-title">
      <div className={styles.head}>
        <h2 id="team-title">{t("team.title")}</h2>
        <p>{t("team.text")}</p>
      </div>
      <Teachers />
    </section>
  );
}

function Teachers() {
  const { t } = useTranslation();
  const { data: teachers, error, isPending, refetch } = useQuery(teachersQuery);
  if (isPending) {
    return (
      <Waiting>
        <div className={styles.teachers}>
          {Array.from({ length: SKELETONS }, (_, at) => (
            <TeacherSkeleton key={at} />
          ))}
        </div>
      </Waiting>
    );
  }
  if (error) return <FailedState error={error} what={t("team.failed")} onRetry={refetch} />;
  return (
    <ul className={styles.teachers}>
      {teachers.map((teacher) => (
        <TeacherItem key={teacher.id} teacher={teacher} />
      ))}
    </ul>
  );
}

function TeacherItem({ teacher }: { teacher: Teacher }) {
  const { t } = useTranslation();
  const taught = useLanguages();
  const { firstName, lastName, fullName, languagesTaught, experienceYears, bio, photoUrl } =
    teacher;
  const languages = languagesTaught.map((one) => taught.of(one)).filter((one) => one !== undefined);
  return (
    <li className={styles.teacher} data-language={languages[0]?.code}>
      <span className={styles.niche} aria-hidden="true">
        {photoUrl ? (
          <Picture src={photoUrl} alt="" width={92} height={118} drawn={DRAWN} loading="lazy" />
        ) : (
          firstName.charAt(0) + lastName.charAt(0)
        )}
      </span>
      <div>
        <h3>{fullName}</h3>
        <ul className={styles.languages} aria-label={t("team.languages")}>
          {languages.map((language) => (
            <li key={language.code} data-language={language.code}>
              <Tag tone="accent">{labelOf(language)}</Tag>
            </li>
          ))}
        </ul>
        {experienceYears > 0 && (
          <p className={styles.experience}>{t("team.experience", { count: experienceYears })}</p>
        )}
        {bio && (
          <p className={styles.bio} lang="fr">
            {bio}
          </p>
        )}
        <Link
          className={styles.write}
          to={`/contacts?to=${encodeURIComponent(fullName)}`}
          aria-label={t("team.write", { name: fullName })}
        >
          {t("team.write", { name: firstName })}
        </Link>
      </div>
    </li>
  );
}

function TeacherSkeleton() {
  return (
    <div className={styles.teacher}>
      <Skeleton className={styles.niche} />
      <div>
        <Skeleton height={24} width="70%" />
        <Skeleton height={24} width="40%" mt={12} />
        <Skeleton height={14} mt={22} />
        <Skeleton height={14} mt={12} />
        <Skeleton height={14} width="80%" mt={12} />
        <Skeleton height={14} width="45%" mt={24} />
      </div>
    </div>
  );
}
