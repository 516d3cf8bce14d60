// What a certificate states: who learnt what, how long, when, and which school says so.

import { useTranslation } from "react-i18next";
import { day, dayRange, languageName } from "web-shared/format/format";
import { labelOf, useLanguages } from "web-shared/taughtLanguages";
import styles from "./Certificates.module.css";
import type { Summary } from "./code";

export function Facts({ certificate }: { certificate: Summary }) {
  const { t } = useTranslation();
  const { learnerName, schoolName, courseName, language, level } = certificate;
  const taught = useLanguages().of(language);
  const name = taught ? labelOf(taught) : languageName(language);
  const facts = {
    level: `${name} ${level}`,
    ...(typeof certificate.hours === "number" && {
      hours: t("certificates.hours", { count: certificate.hours }),
    }),
    dates: dayRange(certificate.startsOn, certificate.endsOn, "long"),
    issued: day(certificate.issuedOn),
    school: schoolName,
    number: certificate.number,
  };
  return (
    <>
      <p className={styles.awarded}>{t("certificates.awarded")}</p>
      <p className={styles.learner}>{learnerName}</p>
      <p className={styles.course} lang="fr">
        {courseName}
      </p>
      <dl className={styles.facts}>
        {Object.entries(facts).map(([fact, value]) => (
          <div key={fact}>
            <dt>{t(`certificates.facts.${fact as keyof typeof facts}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
