// The form of a review: stars and a message. What fails keeps every word; who has reviewed the course already is told so.
import { Button, Textarea } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "web-shared/api/problem";
import { errorText, fieldError } from "web-shared/i18n/errors";
import { Note } from "web-shared/ui/Scene";
import { useFirstFault } from "web-shared/ui/useFirstFault";
import type { Review, useSendReview } from "./api";
import type { CourseReviewProps } from "./CourseReview";
import styles from "./CourseReview.module.css";
import { CourseReviewStars } from "./CourseReviewStars";

const FEWEST = 3; // characters, as in core
const MOST = 1000;
export const ALL_STARS = 5;

interface CourseReviewFormProps {
  subscription: CourseReviewProps["subscription"];
  draft: Draft;
  onChange: (draft: Draft) => void;
  send: ReturnType<typeof useSendReview>;
  onLater: () => void;
}

type Draft = Pick<Review, "rating" | "message">;

export function CourseReviewForm(props: CourseReviewFormProps) {
  const { subscription, draft, onChange, send, onLater } = props;
  const { t } = useTranslation();
  const [tooShort, setTooShort] = useState(false);
  const { courseId, courseName } = subscription;
  const { error } = send;
  const { form, attempt } = useFirstFault(error);

  function submit(event: FormEvent) {
    event.preventDefault();
    const short = [...draft.message.trim()].length < FEWEST;
    setTooShort(short);
    attempt();
    if (!short) send.mutate({ courseId, ...draft });
  }

  function edit(part: Partial<Draft>) {
    onChange({ ...draft, ...part });
    setTooShort(false);
    if (!send.isPending) send.reset();
  }

  if (error instanceof ApiError && error.code === "already_commented") {
    return <Already onClose={onLater} />;
  }
  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      <p>
        {t("learning.review.lead")} <b lang="fr">{courseName}</b>
      </p>
      <CourseReviewStars
        value={draft.rating}
        most={ALL_STARS}
        error={fieldError(error, "rating") && t("learning.review.ratingRequired")}
        busy={send.isPending}
        onChange={(rating) => edit({ rating })}
      />
      <Textarea
        label={t("learning.review.message")}
        autosize={false} // the style sheet does it, without measuring
        rows={4}
        classNames={{ input: styles.text }}
        value={draft.message}
        maxLength={MOST}
        readOnly={send.isPending}
        error={tooShort ? t("errors.message_too_short") : fieldError(error, "message")}
        onChange={({ currentTarget: { value } }) => edit({ message: value })}
      />
      <p className={styles.hint}>{t("learning.review.hint")}</p>
      <div role="alert">{error && <Failure error={error} />}</div>
      <div className={styles.actions}>
        <Button variant="subtle" onClick={onLater}>
          {t("learning.review.later")}
        </Button>
        <Button type="submit" loading={send.isPending}>
          {t("learning.review.send")}
        </Button>
      </div>
    </form>
  );
}

function Failure({ error }: { error: Error }) {
  const { t } = useTranslation();
  const fields = error instanceof ApiError && error.problem.fields?.length;
  return (
    <Note tone="danger">
      <b>{t("learning.review.failed")}</b>
      <br />
      {fields ? t("errors.invalid") : errorText(error)}
    </Note>
  );
}

/** In another tab, or some time ago. */
function Already({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={styles.form}>
      <div role="status">
        <Note>{t("errors.already_commented")}</Note>
      </div>
      <div className={styles.actions}>
        <Button data-autofocus onClick={onClose}>
          {t("common.close")}
        </Button>
      </div>
    </div>
  );
}
