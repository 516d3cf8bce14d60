// A carousel of testimonials: three in view, the middle one larger and dark. What the server renders is complete; the
// script only adds turning by keys, touch and mouse. Nothing moves by itself.
import { useId } from "react";
import { useTranslation } from "react-i18next";
import type { Comment } from "./api";
import styles from "./Carousel.module.css";
import { CarouselControls } from "./CarouselControls";
import { placeOf } from "./ring";
import { Testimonial } from "./Testimonial";
import { useDrag } from "./useDrag";
import { useRing } from "./useRing";

export function Carousel({ comments }: { comments: Comment[] }) {
  const { t } = useTranslation();
  const id = useId();
  const ring = useRing(comments.length);
  const drag = useDrag((step) => ring.show(ring.middle + step));
  const slides = comments.map((comment, at) => ({
    comment,
    id: `${id}${at}`,
    position: t("testimonials.position", { at: at + 1, count: ring.count }),
  }));
  const current = slides[ring.middle];

  return (
    <>
      <div className={styles.slides} {...drag}>
        {slides.map(({ comment, id, position }, at) => (
          <div
            key={comment.id}
            id={id}
            className={styles.slide}
            data-place={placeOf(at, ring.middle, ring.count)}
            role="tabpanel"
            aria-roledescription={t("testimonials.slide")}
            aria-label={position}
          >
            <Testimonial comment={comment} />
          </div>
        ))}
      </div>
      <CarouselControls
        ring={ring}
        slides={slides.map(({ comment, id, position }) => ({
          id,
          name: `${position}, ${comment.author}`,
        }))}
      />
      <p className="hidden" aria-live="polite">
        {ring.moved && current && (
          <>
            {current.position} <span lang="fr">{current.comment.message}</span>{" "}
            {current.comment.author}
          </>
        )}
      </p>
    </>
  );
}
