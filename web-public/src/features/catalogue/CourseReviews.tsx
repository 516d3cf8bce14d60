// What the learners of a course say of it: their average, then their words, some at a time. Nothing before the first one.
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Course } from "web-shared/api/courses";
import { day, number } from "web-shared/format/format";
import { Stars } from "web-shared/ui/Stars";
import { type CourseRating, REVIEWS_AT_ONCE, type Review, reviewsQuery } from "./api";
import styles from "./CourseReviews.module.css";

interface CourseReviewsProps {
  course: Course;
  rating: CourseRating;
}

export function CourseReviews({ course, rating: { average, count } }: CourseReviewsProps) {
  const { t } = useTranslation();
  const [pages, setPages] = useState(1);
  if (average == null) return null;
  return (
    <section id="reviews">
      <h2>{t("catalogue.reviewsTitle")}</h2>
      <p className={styles.average}>
        <Stars rating={Math.round(average)} />
        <b>{t("catalogue.average", { average: number(average, 1) })}</b>
        <span>{t("catalogue.reviews", { count })}</span>
      </p>
      <ul className={styles.reviews}>
        {Array.from({ length: pages }, (_, at) => (
          <ReviewsPage key={at} courseId={course.id} page={at + 1} />
        ))}
      </ul>
      {pages * REVIEWS_AT_ONCE < count && (
        <Button variant="outline" size="sm" onClick={() => setPages(pages + 1)}>
          {t("catalogue.moreReviews")}
        </Button>
      )}
    </section>
  );
}

function ReviewsPage({ courseId, page }: { courseId: number; page: number }) {
  const { data } = useQuery(reviewsQuery(courseId, page));
  return data?.map((review) => <OneReview key={review.id} review={review} />);
}

function OneReview({ review: { rating, message, author, createdAt } }: { review: Review }) {
  return (
    <li>
      <Stars rating={rating} />
      <blockquote lang="fr">{message}</blockquote>
      <p>
        <b>{author}</b>
        <time dateTime={createdAt}>{day(createdAt)}</time>
      </p>
    </li>
  );
}
