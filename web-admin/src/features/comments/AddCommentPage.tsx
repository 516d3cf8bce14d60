// A comment that the school itself writes down: shown at once.
import { Button, NumberInput, Textarea } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { errorText } from "web-shared/i18n/errors";
import { notifySuccess } from "web-shared/ui/notify";
import { Note } from "web-shared/ui/Scene";
import { useFirstFault } from "web-shared/ui/useFirstFault";
import { DashboardPage } from "../../ui/DashboardPage";
import { useAddComment } from "./api";
import styles from "./Comments.module.css";

const SHORTEST = 3;

export function AddCommentPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [message, setMessage] = useState("");
  const [rating, setRating] = useState<number | string>(1);
  const [asked, setAsked] = useState(false);
  const { mutate, isPending, error } = useAddComment();
  const { form, attempt } = useFirstFault(error);
  const stars = Number(rating);
  const faults = {
    message: message.trim().length < SHORTEST && t("errors.message_too_short"),
    rating:
      !(Number.isInteger(stars) && stars >= 1 && stars <= 5) && t("errors.rating_out_of_range"),
  };

  function submit(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    attempt();
    if (isPending || faults.message || faults.rating) return;
    mutate(
      { message: message.trim(), rating: stars },
      {
        onSuccess: () => {
          notifySuccess(t("dashboard.comments.added"));
          void navigate("/comment/list");
        },
      },
    );
  }

  return (
    <DashboardPage title={t("dashboard.nav.commentAdd")}>
      <form ref={form} className={styles.form} onSubmit={submit} noValidate>
        <Textarea
          label={t("dashboard.comments.message")}
          value={message}
          onChange={(event) => setMessage(event.currentTarget.value)}
          error={asked && faults.message}
        />
        <NumberInput
          label={t("dashboard.comments.ratingOf")}
          value={rating}
          min={1}
          max={5}
          clampBehavior="none"
          onChange={setRating}
          error={asked && faults.rating}
        />
        {error && (
          <Note tone="danger">
            {t("dashboard.comments.addFailed")} {errorText(error)}
          </Note>
        )}
        <Button type="submit" loading={isPending}>
          {t("dashboard.comments.submit")}
        </Button>
      </form>
    </DashboardPage>
  );
}
