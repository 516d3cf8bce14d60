// The seats on offer: to whom, what they cost, and how long the answer may take.
import { useId } from "react";
import { useTranslation } from "react-i18next";
import type { Course } from "web-shared/api/courses";
import { price } from "web-shared/format/format";
import { minutesLeft } from "web-shared/format/offerTime";
import { Icon } from "web-shared/ui/Icon";
import type { Entry, Offer } from "./api";
import styles from "./Waitlist.module.css";
import { deadlineOf, nameOf, restOf, scopeOf } from "./words";

interface OffersProps {
  course: Course;
  offers: Entry[];
  /** With the price. */
  admin: boolean;
  /** When the list was last asked for: each minute. */
  now: number;
}

export function Offers({ course, offers, admin, now }: OffersProps) {
  const { t } = useTranslation();
  const heading = useId();
  if (offers.length === 0) return null;
  return (
    <>
      <h3 id={heading}>{t("dashboard.waitlist.offers")}</h3>
      <ul className={styles.offers} aria-labelledby={heading}>
        {offers.map((entry) => (
          <li key={entry.id}>
            <div>
              <b>{nameOf(entry)}</b>
              <p>
                {scopeOf(entry, course)}
                {admin && entry.offer && `\u00a0· ${price(entry.offer.amount)}`}
              </p>
            </div>
            {entry.offer && <Countdown offer={entry.offer} now={now} />}
          </li>
        ))}
      </ul>
    </>
  );
}

/** The last moment in words, what is left of the time to answer, and how much of it that is. */
function Countdown({ offer: { until, hours }, now }: { offer: Offer; now: number }) {
  const left = minutesLeft(until, now);
  return (
    <div className={styles.countdown}>
      <b>
        <Icon name="hourglass-medium" />
        {deadlineOf(until)}
      </b>
      <span>{restOf(left)}</span>
      <div aria-hidden="true">
        <i style={{ width: `${Math.min(100, (left / (hours * 60)) * 100)}%` }} />
      </div>
    </div>
  );
}
