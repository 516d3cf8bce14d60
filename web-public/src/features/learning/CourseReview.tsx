// What a learner thinks of a course they have completed: some stars, a message, or later. The thanks leave by themselves
// after five seconds in which the reader did nothing in the dialog.
import { Button, Modal } from "@mantine/core";
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSendReview } from "./api";
import styles from "./CourseReview.module.css";
import { ALL_STARS, CourseReviewForm } from "./CourseReviewForm";

export interface CourseReviewProps {
  subscription: { courseId: number; courseName: string };
  opened: boolean;
  onClose: () => void;
}

const PATIENCE = 5_000; // milliseconds

export function CourseReview({ subscription, opened, onClose }: CourseReviewProps) {
  const { t } = useTranslation();
  const send = useSendReview();
  const [draft, setDraft] = useState({ rating: ALL_STARS, message: "" });
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t("learning.review.title")}
      closeButtonProps={{ "aria-label": t("common.close") }}
    >
      {send.isSuccess ? (
        <Thanks onClose={onClose} />
      ) : (
        <CourseReviewForm
          subscription={subscription}
          draft={draft}
          onChange={setDraft}
          send={send}
          onLater={onClose}
        />
      )}
    </Modal>
  );
}

function Thanks({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const words = useRef<HTMLParagraphElement>(null);
  const thanks = useRef<HTMLDivElement>(null);
  useQuietClose(thanks, onClose);
  useEffect(() => words.current?.focus(), []);
  return (
    <div ref={thanks}>
      <p ref={words} role="status" tabIndex={-1} className={styles.thanks}>
        {t("learning.review.sent")}
      </p>
      <div className={styles.actions}>
        <Button variant="outline" onClick={onClose}>
          {t("common.close")}
        </Button>
      </div>
    </div>
  );
}

const SIGNS_OF_LIFE = ["pointermove", "pointerdown", "keydown"] as const;

/** Closes once the reader has let the dialog alone for a while. */
function useQuietClose(within: RefObject<HTMLElement | null>, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(close, PATIENCE);
    };
    wait();
    const dialog = within.current?.closest("[role=dialog]");
    for (const sign of SIGNS_OF_LIFE) dialog?.addEventListener(sign, wait);
    return () => {
      clearTimeout(timer);
      for (const sign of SIGNS_OF_LIFE) dialog?.removeEventListener(sign, wait);
    };
  }, [within]);
}
