// What is still missing or wrong, once sending was tried: every point leads to its field.
import { Anchor } from "@mantine/core";
import type { ParseKeys } from "i18next";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Note } from "web-shared/ui/Scene";
import styles from "./Checkout.module.css";
import { isConsent } from "./consents";
import type { PersonData } from "./draft";
import type { Booking } from "./useBooking";

export function Missing({ booking }: { booking: Booking }) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const { tries } = booking;

  useEffect(() => {
    const form = box.current?.closest("form");
    if (tries > 0 && form) goTo(form.querySelector("[aria-invalid=true]"));
  }, [tries]);

  const points = tries > 0 ? [...booking.problems] : [];
  return (
    <div ref={box} role="alert">
      {points.length > 0 && (
        <Note tone="danger">
          <p>{t("booking.missing", { count: points.length })}</p>
          <ul className={styles.missing}>
            {points.map(([path, problem]) => (
              <li key={path}>
                <Anchor
                  component="button"
                  type="button"
                  onClick={() => goTo(document.querySelector(`[name="${CSS.escape(path)}"]`))}
                >
                  {t(wordFor(path))}
                </Anchor>
                {" : "}
                {t(problem)}
              </li>
            ))}
          </ul>
        </Note>
      )}
    </div>
  );
}

function goTo(field: Element | null): void {
  if (field instanceof HTMLElement) field.focus();
}

function wordFor(path: string): ParseKeys {
  if (path === "reservationTarget") return "booking.forWhomWord";
  if (isConsent(path)) return `booking.consentWords.${path}`;
  const name = path.split(".").at(-1);
  if (name === "password") return "account.password";
  if (name === "passwordConfirmation") return "account.confirmation";
  if (path.startsWith("beneficiaryData")) return `booking.learnerWords.${name as keyof PersonData}`;
  return `fields.${name as keyof PersonData}`;
}
