// Before a sitting: how many cards there are, and from which courses they come.
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { day } from "web-shared/format/format";
import type { RevisionCard, RevisionDue } from "./api";
import styles from "./Revision.module.css";

export function Start({ due, onStart }: { due: RevisionDue; onStart: () => void }) {
  const { t } = useTranslation();
  const { cards, today, most } = due;
  return (
    <div className={styles.start}>
      <section className={styles.pile} aria-labelledby="cards">
        <p className="muted">{t("revision.today", { day: day(today, "near") })}</p>
        <h2 id="cards">{t("revision.toRevise", { count: cards.length })}</h2>
        <p>{t("revision.what")}</p>
        <Button onClick={onStart}>{t("revision.start")}</Button>
      </section>
      <section aria-labelledby="origin">
        <h2 id="origin" className={styles.origin}>
          {t("revision.origin")}
        </h2>
        <ul className={styles.courses}>
          {byCourse(cards).map((course) => (
            <Course key={course.id} course={course} />
          ))}
        </ul>
        {due.due > cards.length && (
          <p className="caption muted">{t("revision.atMost", { count: most })}</p>
        )}
      </section>
    </div>
  );
}

interface OfCourse {
  id: number;
  name: string;
  language: string;
  words: number;
  questions: number;
}

function byCourse(cards: RevisionCard[]): OfCourse[] {
  const courses = new Map<number, OfCourse>();
  for (const { courseId: id, courseName: name, languageCode: language, kind } of cards) {
    const course = courses.get(id) ?? { id, name, language, words: 0, questions: 0 };
    if (kind === "WORD") course.words += 1;
    else course.questions += 1;
    courses.set(id, course);
  }
  return [...courses.values()].sort((one, other) => countOf(other) - countOf(one));
}

const countOf = ({ words, questions }: OfCourse) => words + questions;

function Course({ course }: { course: OfCourse }) {
  const { t } = useTranslation();
  const { name, language, words, questions } = course;
  const parts = [
    words > 0 && t("revision.words", { count: words }),
    questions > 0 && t("revision.questions", { count: questions }),
  ];
  return (
    <li data-language={language}>
      <span aria-hidden="true" />
      <span>
        <b lang="fr">{name}</b>
        <span className="caption muted">{parts.filter(Boolean).join(", ")}</span>
      </span>
      <span className="num" aria-hidden="true">
        {countOf(course)}
      </span>
    </li>
  );
}
