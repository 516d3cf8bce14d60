// Beside the button that waits: what is still missing or wrong.
import type { ParseKeys } from "i18next";
import { useTranslation } from "react-i18next";
import styles from "./Checkout.module.css";
import { isConsent } from "./consents";
import type { PersonData } from "./draft";
import type { Booking } from "./useBooking";

export function Missing({ booking }: { booking: Booking }) {
  const { t, i18n } = useTranslation();
  if (booking.problems.size === 0) return null;
  const paths = [...booking.problems.keys()];
  const words = [...new Set(paths.map((path) => t(wordFor(path))))];
  const list = new Intl.ListFormat(i18n.language).format(words);
  return (
    <div className={styles.missing}>
      <p>{t(summaryOf(paths))}</p>
      <p>{t("booking.missing", { list })}</p>
    </div>
  );
}

/** The sentence of the school for the first question that is not answered. */
function summaryOf(paths: string[]): ParseKeys {
  if (paths.every(isConsent)) return "booking.consentsIncomplete";
  const passwords = paths.every((path) => path.includes("assword") || isConsent(path));
  if (passwords) return "booking.passwordIncomplete";
  if (paths.some((path) => path.startsWith("bookerData") && !path.includes("assword"))) {
    return "errors.booker_incomplete";
  }
  return paths.includes("reservationTarget")
    ? "errors.target_required"
    : "errors.beneficiary_incomplete";
}

function wordFor(path: string): ParseKeys {
  if (path === "reservationTarget") return "booking.forWhomWord";
  if (isConsent(path)) return `booking.consentWords.${path}`;
  const name = path.split(".")[1];
  if (name === "password") return "account.password";
  if (name === "passwordConfirmation") return "account.confirmation";
  return `fields.${name as keyof PersonData}`;
}
