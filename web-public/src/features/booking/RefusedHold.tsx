// Why the seat could not be held, and what to do about it.
import { Anchor, CloseButton } from "@mantine/core";
import type { ParseKeys } from "i18next";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { type Course, courseAddress } from "web-shared/api/courses";
import { ApiError, hasCode } from "web-shared/api/problem";
import { errorText } from "web-shared/i18n/errors";
import { Note } from "web-shared/ui/Scene";
import styles from "./Checkout.module.css";
import { isConsent } from "./consents";

interface RefusedHoldProps {
  error: unknown;
  course: Course;
  onDismiss: () => void;
}

/** What stands beside its own field is not said twice. */
export function RefusedHold({ error, course, onDismiss }: RefusedHoldProps) {
  const { t, i18n } = useTranslation();
  if (!error || hasCode(error, "email_taken", "terms_changed")) return null;
  const way = wayOn(error, course);
  const owned = ownedTitles(error);
  const titles = new Intl.ListFormat(i18n.language).format(owned);
  return (
    <div role="alert" tabIndex={-1} className={styles.refused}>
      <Note tone="danger">
        <p>{owned.length > 0 ? t("booking.alreadyOwned", { titles }) : sentence(error)}</p>
        {way && (
          <Anchor component={Link} to={way.to} state={{ selection: course.id }}>
            {t(way.label)}
          </Anchor>
        )}
      </Note>
      <CloseButton aria-label={t("common.close")} onClick={onDismiss} />
    </div>
  );
}

/** The modules that the learner has already, by their titles. */
function ownedTitles(error: unknown): string[] {
  const fields = (error instanceof ApiError && error.problem.fields) || [];
  const titles = fields
    .filter(({ code }) => code === "already_owned")
    .map(({ params }) => params?.title);
  return titles.filter((title): title is string => typeof title === "string");
}

/** The fault of a field that this form does not have is said here, in full. */
function sentence(error: unknown): string {
  const outside =
    error instanceof ApiError &&
    error.problem.fields?.find(({ name }) => !name.includes("Data.") && !isConsent(name));
  return outside ? errorText(new ApiError({ ...error.problem, ...outside })) : errorText(error);
}

function wayOn(error: unknown, course: Course): { to: string; label: ParseKeys } | null {
  if (hasCode(error, "already_subscribed")) {
    return { to: "/profile/subscriptions", label: "booking.seeSubscriptions" };
  }
  if (hasCode(error, "full", "ended", "not_published", "no_start_date")) {
    return {
      to: `/courses?${new URLSearchParams({ language: course.language, type: course.type })}`,
      label: "booking.otherCourses",
    };
  }
  if (hasCode(error, "start_date_past", "start_date_too_late", "unknown_module", "already_owned")) {
    return { to: courseAddress(course), label: "booking.backToSelection" };
  }
  return null;
}
