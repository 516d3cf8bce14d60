// The front of the school: the title, the doors, how it goes, who teaches, what is asked, where to write.
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useSchool } from "web-shared/school";
import { structuredSchool } from "web-shared/structured";
import { listOf, useLanguages } from "web-shared/taughtLanguages";
import { Page } from "web-shared/ui/Page";
import { BackToTop } from "./BackToTop";
import { Hero } from "./Hero";
import styles from "./Home.module.css";
import { Method } from "./Method";
import { Team } from "./Team";
import { Testimonials } from "./Testimonials";
import { useSection } from "./useSection";

interface HomePageProps {
  /** The first question of each category. */
  questions: ReactNode;
  /** How to speak with someone, under the questions. */
  meeting: ReactNode;
  /** Where to write, beside them. */
  contact: ReactNode;
}

export function HomePage({ questions, meeting, contact }: HomePageProps) {
  useSection();
  const { t } = useTranslation();
  const school = useSchool();
  const languages = listOf(useLanguages());
  const named = { name: school.name, city: school.city ?? t("nav.here"), languages };
  return (
    <Page
      title={t("home.pageTitle", named)}
      description={t("home.pageDescription", named)}
      canonical="/"
      structured={structuredSchool(school)}
    >
      <Hero />
      <Method />
      <Team />
      <Testimonials />
      <div className={`wrap ${styles.section} ${styles.ask}`}>
        <div>
          {questions}
          {meeting}
        </div>
        {contact}
      </div>
      <BackToTop />
    </Page>
  );
}
