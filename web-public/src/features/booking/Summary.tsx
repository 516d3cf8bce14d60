// What is being booked, beside the steps: the course, the day, the lines and their total. Folded on a phone.

import { UnstyledButton } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Course } from "web-shared/api/courses";
import { day, price } from "web-shared/format/format";
import { labelOf, useLanguages } from "web-shared/taughtLanguages";
import { Vue } from "web-shared/ui/Vue";
import { WhyPrice } from "web-shared/ui/WhyPrice";
import { CourseThreshold } from "../../ui/Threshold";
import type { QuoteLine } from "./api";
import type { Draft } from "./draft";
import styles from "./Summary.module.css";

interface SummaryProps {
  course: Course;
  draft: Draft;
  lines: Pick<QuoteLine, "moduleId" | "title" | "amount" | "facts">[];
  total: number;
}

export function Summary({ course, draft, lines, total }: SummaryProps) {
  const { t } = useTranslation();
  const [unfolded, setUnfolded] = useState(false);
  const language = useLanguages().of(course.languageCode);
  const chosen = draft.reservedModuleIds.length;
  return (
    <aside
      className={styles.summary}
      data-language={language?.code}
      data-unfolded={unfolded || undefined}
      aria-label={t("booking.yourBooking")}
    >
      <div className={styles.picture}>
        <Vue language={course.language} level={course.level} />
        <div>
          <p>
            {language ? labelOf(language) : course.language} {course.level},{" "}
            {t(course.type === "ONLINE" ? "booking.online" : "booking.inPerson")}
          </p>
          <h2 lang="fr">{course.name}</h2>
        </div>
      </div>
      <div className={styles.body}>
        <div className={styles.details} id="booking-details">
          <dl>
            {course.teacherName && (
              <>
                <dt>{t("booking.teacher")}</dt>
                <dd>{course.teacherName}</dd>
              </>
            )}
            <dt>{t("booking.start")}</dt>
            <dd>{day(draft.requestedStartDate, "full")}</dd>
            <dt>{t("booking.formula")}</dt>
            <dd>
              {chosen === 0
                ? t("booking.wholeCourse")
                : t("booking.modulesOf", { count: chosen, all: course.modules.length })}
            </dd>
          </dl>
          <ul>
            {lines.map((line) => (
              <li key={line.moduleId ?? 0}>
                <span lang="fr">{line.title}</span>
                <span className="num">{price(line.amount)}</span>
              </li>
            ))}
          </ul>
          <WhyPrice lines={lines} />
        </div>
        <div className={styles.threshold}>
          <CourseThreshold course={course} />
        </div>
        <p className={styles.total}>
          <span>{t("booking.total")}</span>
          <b>{course.free ? t("catalogue.free") : price(total)}</b>
        </p>
        <UnstyledButton
          className={styles.more}
          aria-expanded={unfolded}
          aria-controls="booking-details"
          onClick={() => setUnfolded(!unfolded)}
        >
          {t(unfolded ? "booking.hideDetails" : "booking.showDetails")}
        </UnstyledButton>
      </div>
    </aside>
  );
}
