// "Besoin d'aide pour choisir ?" among the courses. It tells when it has come into view.

import { Button } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Taught } from "web-shared/languages";
import { testAddress } from "web-shared/testAddress";
import styles from "./Courses.module.css";
import type { Help } from "./useHelp";

const IN_VIEW = 0.5; // of its height

export function HelpCard({ language, help }: { language: Taught; help: Help }) {
  const { t } = useTranslation();
  const card = useRef<HTMLElement>(null);
  const { seen } = help;

  // biome-ignore lint/correctness/useExhaustiveDependencies: one observer for the life of the card
  useEffect(() => {
    if (!card.current) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) seen();
      },
      { threshold: IN_VIEW },
    );
    observer.observe(card.current);
    return () => observer.disconnect();
  }, []);

  return (
    <aside className={styles.help} aria-labelledby="course-help" ref={card}>
      <img src="/illustrations/bulles.svg" alt="" width={150} height={112} loading="lazy" />
      <div>
        <h2 id="course-help">{t("catalogue.helpTitle")}</h2>
        <p>{t("catalogue.helpText")}</p>
      </div>
      <div className={styles.helpActions}>
        <Button variant="subtle" size="sm" onClick={help.later}>
          {t("catalogue.later")}
        </Button>
        <Button component={Link} to={testAddress(language)} size="sm">
          {t("catalogue.takeTest")}
        </Button>
      </div>
    </aside>
  );
}
