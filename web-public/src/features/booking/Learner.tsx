// Who else will learn: somebody booked for before, or a new person. A child under 18 needs no e-mail.
import { Radio } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { learnersQuery } from "web-shared/api/learners";
import { useSession } from "web-shared/api/session";
import { FailedState, Waiting } from "web-shared/ui/Scene";
import styles from "./Checkout.module.css";
import type { Draft } from "./draft";
import { PersonFields } from "./PersonFields";
import { isMinor } from "./people";
import type { Booking } from "./useBooking";

interface LearnerProps {
  draft: Draft;
  onChange: (change: Partial<Draft>) => void;
  booking: Booking;
}

const NEW = "new";

export function Learner({ draft, onChange, booking }: LearnerProps) {
  const { t } = useTranslation();
  const session = useSession();
  const { data, error, refetch } = useQuery({ ...learnersQuery, enabled: session !== null });
  const known = (session && data) || [];
  const chosen = known.find(({ id }) => id === draft.beneficiaryId);
  const gone = session !== null && data !== undefined && draft.beneficiaryId !== null && !chosen;
  // Somebody else has signed in since, or the child has an e-mail of their own.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once it is known to be gone
  useEffect(() => {
    if (gone) onChange({ beneficiaryId: null });
  }, [gone]);
  const withoutEmail =
    isMinor(draft.beneficiaryData.birthDate) && draft.beneficiaryData.email.trim() === "";
  if (session && !data && draft.beneficiaryId !== null) {
    return error ? <FailedState error={error} onRetry={() => void refetch()} /> : <Waiting />;
  }
  return (
    <>
      {known.length > 0 && (
        <Radio.Group
          label={t("booking.knownLearner")}
          value={chosen ? String(chosen.id) : NEW}
          error={booking.errorOf("beneficiaryId")}
          onChange={(value) => {
            booking.edited("beneficiaryId");
            onChange({ beneficiaryId: value === NEW ? null : Number(value) });
          }}
        >
          <div className={styles.learners}>
            {known.map(({ id, firstName, lastName }) => (
              <Radio key={id} value={String(id)} label={`${firstName} ${lastName}`} />
            ))}
            <Radio value={NEW} label={t("booking.newLearner")} />
          </div>
        </Radio.Group>
      )}
      {chosen ? (
        typeof chosen.version === "number" && <p className="small muted">{t("booking.wardMail")}</p>
      ) : (
        <>
          <PersonFields
            title={t("booking.whoLearns")}
            whose="beneficiaryData"
            booking={booking}
            person={draft.beneficiaryData}
            onChange={(beneficiaryData) => onChange({ beneficiaryData, beneficiaryId: null })}
            inside
          />
          <p className="small muted">
            {t(withoutEmail ? "booking.wardMail" : "booking.beneficiaryHint")}
          </p>
        </>
      )}
    </>
  );
}
