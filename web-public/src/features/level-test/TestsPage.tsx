// Which language to be tested in: doors to enter by.
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { listOf, type Taught, useLanguages } from "web-shared/taughtLanguages";
import { testAddress } from "web-shared/testAddress";
import { Doors } from "web-shared/ui/Doors";
import { Page } from "web-shared/ui/Page";
import { offerOf, offersQuery } from "./api";
import styles from "./LevelTest.module.css";
import { lastTest } from "./lastTest";

export function TestsPage() {
  const { t } = useTranslation();
  const [last, setLast] = useState<ReturnType<typeof lastTest>>(null);
  const languages = useLanguages();
  const { data: offers } = useQuery(offersQuery);
  useEffect(() => setLast(lastTest(languages)), [languages]); // after the first view, which knows no storage

  /** Which test there is behind a door; how long it takes, until that is known. */
  function line(language: Taught) {
    const offer = offerOf(language, offers);
    if (offer?.adaptive) return t("levelTest.door.adaptive");
    if (offer && offer.fixedQuestions > 0) {
      return t("levelTest.door.fixed", { count: offer.fixedQuestions });
    }
    return t(offers ? "levelTest.door.none" : "levelTest.time");
  }

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
          <Doors to={testAddress} line={line} />
        </div>
      </section>
    </Page>
  );
}
