// One course: banner, what one will know, programme, teacher, practical facts. The booking panel is handed in by the app.

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, Navigate, useParams, useSearchParams } from "react-router";
import { addressedQuery, type Course, courseQuery, textsLanguage } from "web-shared/api/courses";
import { isMissing } from "web-shared/api/problem";
import { useSchool } from "web-shared/school";
import { useLanguages } from "web-shared/taughtLanguages";
import { testAddress } from "web-shared/testAddress";
import { Icon } from "web-shared/ui/Icon";
import { Page } from "web-shared/ui/Page";
import { RichText } from "web-shared/ui/RichText";
import { FailedState, Waiting } from "web-shared/ui/Scene";
import type { ModulePrice } from "web-shared/ui/WhyPrice";
import { ratingQuery, reviewsQuery } from "./api";
import styles from "./Course.module.css";
import { CourseBanner } from "./CourseBanner";
import { CourseContents } from "./CourseContents";
import { CourseReviews } from "./CourseReviews";
import { CourseSkeleton } from "./CourseSkeleton";
import { CourseStanding } from "./CourseStanding";
import { CourseTeacher } from "./CourseTeacher";
import { HowToWait, Instead, isFull } from "./Full";
import { courseHead } from "./head";
import { Practical } from "./Practical";
import { Programme } from "./Programme";
import { Sessions } from "./Sessions";

/** `onPrices` is told what the modules cost whoever starts on the chosen day. */
export type Booking = (
  course: Course,
  onPrices: (modules: ModulePrice[] | null) => void,
) => ReactNode;

export function CoursePage({ booking }: { booking: Booking }) {
  const { slug } = useParams();
  const [query] = useSearchParams();
  const addressed = useQuery({
    ...addressedQuery(slug ?? ""),
    enabled: slug !== undefined,
    throwOnError: isMissing,
  });
  const id = slug === undefined ? Number(query.get("id")) : (addressed.data ?? 0);
  const course = useQuery({
    ...courseQuery(id),
    enabled: Number.isSafeInteger(id) && id > 0,
    throwOnError: isMissing,
  });
  const { data, error, refetch } = addressed.error ? addressed : course;
  if (slug === undefined && !(id > 0)) return <Navigate to="/courses" replace />;
  if (typeof data === "object") return <Sheet course={data} booking={booking} />;
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  return (
    <Waiting>
      <CourseSkeleton />
    </Waiting>
  );
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={`wrap ${styles.failed}`}>
      <FailedState what={t("catalogue.courseFailed")} error={error} onRetry={onRetry} />
    </div>
  );
}

function Sheet({ course, booking }: { course: Course; booking: Booking }) {
  const school = useSchool();
  const [prices, setPrices] = useState<ModulePrice[] | null>(null);
  const { data: rating } = useQuery(ratingQuery(course.id));
  useQuery(reviewsQuery(course.id, 1)); // asked for beside the average, not after it
  return (
    <Page {...courseHead(course, school)}>
      <div className={styles.sheet} data-language={course.languageCode}>
        <CourseBanner course={course} rating={rating} />
        <div className={styles.booking}>{booking(course, setPrices)}</div>
        <div className={styles.content}>
          <CourseContents course={course} reviewed={Boolean(rating?.count)} />
          <CourseStanding course={course} />
          <Objectives course={course} />
          <Description course={course} />
          {course.sessionsSummary && <Sessions course={course} summary={course.sessionsSummary} />}
          {isFull(course) && (
            <>
              <HowToWait course={course} />
              <Instead course={course} />
            </>
          )}
          <Programme course={course} prices={prices} />
          {rating && <CourseReviews course={course} rating={rating} />}
          {typeof course.teacherId === "number" && <CourseTeacher course={course} />}
          <Practical course={course} late={prices !== null} />
        </div>
      </div>
    </Page>
  );
}

function Objectives({ course }: { course: Course }) {
  const { t } = useTranslation();
  const language = useLanguages().of(course.languageCode);
  const lang = textsLanguage(course);
  return (
    <section id="objectives">
      {course.objectives.length > 0 && (
        <>
          <h2>{t("catalogue.objectivesTitle")}</h2>
          <ul className={styles.checks}>
            {course.objectives.map((objective) => (
              <li key={objective}>
                <Icon name="check-bold" />
                <span lang={lang}>{objective}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <p className={styles.prerequisites}>
        <b>{t("catalogue.prerequisitesAre")}</b>{" "}
        {course.prerequisites.length > 0 ? (
          <span lang={lang}>{course.prerequisites.join(", ")}.</span>
        ) : (
          t("catalogue.noPrerequisiteSentence")
        )}{" "}
        {t("catalogue.doubt")} <Link to={testAddress(language)}>{t("catalogue.levelTest")}</Link>
      </p>
    </section>
  );
}

function Description({ course }: { course: Course }) {
  const { t } = useTranslation();
  const lang = textsLanguage(course);
  if (!course.detailedDescription && course.sellingPoints.length === 0) return null;
  return (
    <section>
      <h2>{t("catalogue.descriptionTitle")}</h2>
      {course.detailedDescription && (
        <RichText html={course.detailedDescription} lang={lang} className={styles.prose} />
      )}
      {course.sellingPoints.length > 0 && (
        <ul className={styles.selling} aria-label={t("catalogue.sellingPoints")}>
          {course.sellingPoints.map((point) => (
            <li key={point} lang={lang}>
              {point}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
