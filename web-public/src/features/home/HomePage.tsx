// The front of the school: the title, the four doors, how it goes, who teaches, where to write.
import { ActionIcon, Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { number, price } from "web-shared/format/format";
import { Icon } from "web-shared/ui/Icon";
import { Page } from "web-shared/ui/Page";
import { useScrolled } from "web-shared/ui/useScrolled";
import { summaryQuery } from "./api";
import { Doors } from "./Doors";
import styles from "./Home.module.css";
import { type CourseType, LanguageDialog } from "./LanguageDialog";
import { Method } from "./Method";

const TO_TOP_AFTER = 200; // pixels

export function HomePage() {
  useSection();
  return (
    <Page>
      <Hero />
      <Method />
      <Team />
      <Meeting />
      <BackToTop />
    </Page>
  );
}

function Hero() {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<CourseType | null>(null);
  return (
    <section className={styles.hero} id="introduction">
      <img className={styles.shade} src="/illustrations/ombre-platane.svg" alt="" />
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
        <Doors />
      </div>
      <LanguageDialog type={asked} onClose={() => setAsked(null)} />
    </section>
  );
}

/** The price of an hour stands in the sentence once the published courses are known: nothing else may be promised. */
function Lead() {
  const { t } = useTranslation();
  const { data: summary } = useQuery(summaryQuery);
  if (!summary?.hourly || summary.hourly[0] === summary.hourly[1]) return <p>{t("home.lead")}</p>;
  const [from, to] = summary.hourly;
  return <p>{t("home.leadWithPrice", { from: number(from), to: price(to) })}</p>;
}

function Team() {
  const { t } = useTranslation();
  return (
    <section className={`wrap ${styles.section}`} id="team">
      <div className={styles.head}>
        <h2>{t("home.teamTitle")}</h2>
        <p>{t("home.teamText")}</p>
      </div>
    </section>
  );
}

function Meeting() {
  const { t } = useTranslation();
  return (
    <section className={`wrap ${styles.section}`}>
      <div className={styles.meeting}>
        <Icon name="video-camera-duotone" size={34} />
        <div>
          <h2>{t("home.meetingTitle")}</h2>
          <p>{t("home.meetingText")}</p>
        </div>
        <Button component={Link} to="/contacts?subject=meeting" variant="outline">
          {t("nav.meeting")}
        </Button>
      </div>
    </section>
  );
}

function BackToTop() {
  const { t } = useTranslation();
  const scrolled = useScrolled(TO_TOP_AFTER);
  if (!scrolled) return null;
  return (
    <ActionIcon
      className={styles.toTop}
      variant="white"
      aria-label={t("home.toTop")}
      onClick={() => {
        window.scrollTo({ top: 0, behavior: "smooth" });
        document.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true });
      }}
    >
      <Icon name="arrow-up-bold" />
    </ActionIcon>
  );
}

/** `/home/features` and its like: the page, at one of its sections. */
function useSection() {
  const { section } = useParams();
  useEffect(() => {
    if (section) document.getElementById(section)?.scrollIntoView();
  }, [section]);
}
