// The head of the front page: what the school is, the two ways to learn, the doors of the languages.
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { price, priceFrom } from "web-shared/format/format";
import { listOf, useLanguages } from "web-shared/taughtLanguages";
import { Icon } from "web-shared/ui/Icon";
import { lazyDialog } from "web-shared/ui/lazyDialog";
import { summaryQuery } from "./api";
import { CourseDoors } from "./CourseDoors";
import styles from "./Home.module.css";
import type { CourseType } from "./LanguageDialog";

const LanguageDialog = lazyDialog(() =>
  import("./LanguageDialog").then((module) => module.LanguageDialog),
);

export function Hero() {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<CourseType | null>(null);
  return (
    <section className={styles.hero} id="introduction">
      <svg className={styles.shade} viewBox="0 0 760 460" aria-hidden="true">
        <use href="/illustrations/ombre-platane.svg#ombre" />
      </svg>
      <div className="wrap">
        <div className={styles.words}>
          <h1>{t("home.title")}</h1>
          <div>
            <Lead />
            <div className={styles.choices}>
              <Button leftSection={<Icon name="door-open" />} onClick={() => setAsked("IN_PERSON")}>
                {t("home.inPerson")}
              </Button>
              <Button
                variant="outline"
                leftSection={<Icon name="laptop" />}
                onClick={() => setAsked("ONLINE")}
              >
                {t("home.online")}
              </Button>
            </div>
          </div>
        </div>
        <CourseDoors />
      </div>
      <LanguageDialog opened={asked !== null} type={asked} onClose={() => setAsked(null)} />
    </section>
  );
}

/** The price of an hour stands in the sentence once the published courses are known: nothing else may be promised. */
function Lead() {
  const { t } = useTranslation();
  const languages = listOf(useLanguages());
  const { data: summary } = useQuery(summaryQuery);
  const [from, to] = [summary?.lowestHour, summary?.highestHour];
  if (!from || !to || from === to) return <p>{t("home.lead", { languages })}</p>;
  return <p>{t("home.leadWithPrice", { languages, from: priceFrom(from), to: price(to) })}</p>;
}
