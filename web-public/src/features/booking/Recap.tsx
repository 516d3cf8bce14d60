// Who books and who learns, as it was typed.
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { internationalPhone } from "web-shared/format/phone";
import styles from "./Checkout.module.css";
import type { Draft, PersonData } from "./draft";
import { useLearner } from "./useLearner";

/** `editable`: nothing is paid yet. */
export function Recap({ draft, editable }: { draft: Draft; editable: boolean }) {
  const { t } = useTranslation();
  const other = draft.reservationTarget === "other";
  const learner = useLearner(draft);
  return (
    <section className={styles.card}>
      <h2>{t("booking.recap")}</h2>
      <div className={styles.recap}>
        <div>
          <h3>{t("booking.bookedBy")}</h3>
          <Person person={draft.bookerData} />
        </div>
        <div>
          <h3>{t("booking.for")}</h3>
          {other ? (
            <>
              <Person person={learner.person} />
              <p className="muted">
                {t(learner.ward ? "booking.wardMail" : "booking.beneficiaryMail")}
              </p>
            </>
          ) : (
            <p>{t("booking.forBooker")}</p>
          )}
        </div>
      </div>
      {editable && (
        <p>
          <Link to="/reservation/details">{t("booking.editDetails")}</Link>
        </p>
      )}
    </section>
  );
}

function Person({ person }: { person: PersonData }) {
  return (
    <p>
      {person.firstName} {person.lastName}
      <span className="muted">
        {person.email && (
          <>
            <br />
            {person.email}
          </>
        )}
        {person.phoneNumber && (
          <>
            <br />
            {internationalPhone(person.dialCode, person.phoneNumber)}
          </>
        )}
      </span>
    </p>
  );
}
