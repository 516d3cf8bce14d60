// What one learner said: the stars, the words, who said them of which course.

import { useTranslation } from "react-i18next";
import { labelOf, useLanguages } from "web-shared/taughtLanguages";
import { Icon } from "web-shared/ui/Icon";
import { Stars } from "web-shared/ui/Stars";
import type { Comment } from "./api";
import styles from "./Testimonial.module.css";

const LONG = 220; // characters; longer ones are set smaller

export function Testimonial({ comment }: { comment: Comment }) {
  const { t } = useTranslation();
  const { message, author, rating, verified } = comment;
  const language = useLanguages().of(comment.language);
  return (
    <figure className={styles.testimonial} data-language={language?.code}>
      <Stars rating={rating} />
      <blockquote lang="fr" data-long={message.length > LONG || undefined}>
        «&nbsp;{message}&nbsp;»
      </blockquote>
      <figcaption>
        <span className={styles.niche} aria-hidden="true">
          {author.charAt(0)}
        </span>
        <span>
          <b>{author}</b>
          {language && (
            <span className={styles.caption}>
              {t("testimonials.course", {
                course: [labelOf(language), comment.level].filter(Boolean).join(" "),
                type: comment.courseType && t(`testimonials.types.${comment.courseType}`),
              })}
            </span>
          )}
          {verified && (
            <span className={styles.caption}>
              <Icon name="seal-check-duotone" /> {t("testimonials.verified")}
            </span>
          )}
        </span>
      </figcaption>
    </figure>
  );
}
