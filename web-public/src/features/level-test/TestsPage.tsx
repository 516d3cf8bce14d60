// Which language to be tested in: doors to enter by.
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { listOf, useLanguages } from "web-shared/taughtLanguages";
import { testAddress } from "web-shared/testAddress";
import { Doors } from "web-shared/ui/Doors";
import { Page } from "web-shared/ui/Page";
import styles from "./LevelTest.module.css";
import { lastTest, type TakenTest } from "./lastTest";

export function TestsPage() {
  const { t } = useTranslation();
  const [last, setLast] = useState<TakenTest | null>(null);
  const languages = useLanguages();
  useEffect(() => setLast(lastTest(languages)), [languages]); // after the first view, which knows no storage
  return (
    <Page
      title={t("nav.test")}
      description={t("levelTest.description", { languages: listOf(languages) })}
    >
      <section className={styles.chooser}>
        <div className="wrap">
          <div className={styles.choose}>
            <h1>{t("levelTest.choose")}</h1>
            <p>{t("levelTest.chooseLead")}</p>
            <p className={styles.last}>{last && <Link to="/result">{t("levelTest.last")}</Link>}</p>
          </div>
          <Doors to={testAddress} line={() => t("levelTest.time")} />
        </div>
      </section>
    </Page>
  );
}
