// The front of the school: the title, the four doors, how it goes, who teaches, where to write.
import { ActionIcon, Button } from "@mantine/core";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { Icon } from "web-shared/ui/Icon";
import { Page } from "web-shared/ui/Page";
import { useScrolled } from "web-shared/ui/useScrolled";
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
            <p>{t("home.lead")}</p>
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
