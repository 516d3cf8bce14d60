// "Ce qu'on en dit à la sortie": what learners say. A school nobody has spoken of yet shows nothing here.
import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { FailedState, Waiting } from "web-shared/ui/Scene";
import { commentsQuery } from "./api";
import { Carousel } from "./Carousel";
import { Testimonial } from "./Testimonial";
import styles from "./Testimonials.module.css";

const RING = 3; // fewer do not turn

export function Testimonials() {
  const { t } = useTranslation();
  const { data: comments, error, isPending, refetch } = useQuery(commentsQuery);
  if (comments?.length === 0) return null;
  const turns = comments && comments.length >= RING;
  return (
    <section
      className={styles.testimonials}
      aria-labelledby="testimonials-title"
      aria-roledescription={turns ? t("testimonials.carousel") : undefined}
    >
      <div className="wrap">
        <h2 id="testimonials-title">{t("testimonials.title")}</h2>
        {isPending && (
          <Waiting>
            <TestimonialSkeletons />
          </Waiting>
        )}
        {error && <FailedState error={error} what={t("testimonials.failed")} onRetry={refetch} />}
        {turns && <Carousel comments={comments} />}
        {comments && !turns && (
          <ul className={styles.few}>
            {comments.map((comment) => (
              <li key={comment.id} data-place="on">
                <Testimonial comment={comment} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

function TestimonialSkeletons() {
  return (
    <div className={styles.skeletons}>
      <Skeleton height={230} radius="lg" />
      <Skeleton height={300} radius="lg" />
      <Skeleton height={230} radius="lg" />
    </div>
  );
}
