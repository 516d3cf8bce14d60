// The form of step 2. What is wrong is said on leaving a field; the button can always be pressed, and leads to what is
// missing.
import { Button, Radio, Switch } from "@mantine/core";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Course } from "web-shared/api/courses";
import { useSession } from "web-shared/api/session";
import { Icon } from "web-shared/ui/Icon";
import { RadioCard } from "web-shared/ui/RadioCard";
import { AddressFields } from "./AddressFields";
import styles from "./Checkout.module.css";
import { Consents } from "./Consents";
import type { Asked } from "./consents";
import type { Login } from "./DetailsPage";
import type { Draft, Target } from "./draft";
import { Learner } from "./Learner";
import { Missing } from "./Missing";
import { NewPassword } from "./NewPassword";
import { PersonFields } from "./PersonFields";
import { RefusedHold } from "./RefusedHold";
import { SignIn } from "./SignIn";
import { Unconfirmed } from "./Unconfirmed";
import { useBooking } from "./useBooking";

interface DetailsFormProps {
  course: Course;
  draft: Draft;
  onChange: (change: Partial<Draft>) => void;
  login: Login;
  /** Why this selection cannot be sold to this person, if it cannot. */
  refused: unknown;
  /** What is to be agreed to, once it is known. */
  asked: Asked | undefined;
}

const NOTHING: Asked = { consents: [] };

export function DetailsForm({ course, draft, onChange, login, refused, asked }: DetailsFormProps) {
  const { t } = useTranslation();
  const session = useSession();
  const booking = useBooking(draft, onChange, {
    asked: asked ?? NOTHING,
    invoiced: !course.free,
  });
  const form = useRef<HTMLFormElement>(null);
  const failure = booking.failure;

  // An answer that names fields leads to the first of them.
  useEffect(() => {
    if (!failure) return;
    const wrong = form.current?.querySelector<HTMLElement>("[aria-invalid=true]");
    (wrong ?? form.current?.querySelector<HTMLElement>("[role=alert]"))?.focus();
  }, [failure]);

  // What is to be agreed to may still be on its way when somebody presses: then it goes when that is here.
  const [pressed, setPressed] = useState(false);
  useEffect(() => {
    if (!pressed || !(asked || refused)) return;
    setPressed(false);
    if (!refused) booking.send();
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    setPressed(true);
  }

  if (course.free && !session) return <SignIn login={login} asked="free" />;
  if (course.free && session && !session.user.emailVerified) {
    return <Unconfirmed email={session.user.email ?? ""} />;
  }
  return (
    <>
      {session ? (
        <p className={styles.greeting}>{t("booking.greeting", { name: session.user.firstName })}</p>
      ) : (
        <SignIn login={login} asked={booking.emailTaken ? "taken" : null} />
      )}
      <form ref={form} onSubmit={submit} noValidate className={styles.form}>
        <PersonFields
          title={t("booking.whoBooks")}
          whose="bookerData"
          booking={booking}
          person={draft.bookerData}
          onChange={(bookerData) => onChange({ bookerData })}
          emailFixed={session !== null}
        >
          {!course.free && (
            <AddressFields
              address={draft.address}
              onChange={(address) => onChange({ address })}
              booking={booking}
            />
          )}
          {session && (
            <Switch
              label={t("booking.updateProfile")}
              checked={draft.updateProfile}
              onChange={(event) => onChange({ updateProfile: event.currentTarget.checked })}
            />
          )}
        </PersonFields>
        <ForWhom draft={draft} onChange={onChange} booking={booking} />
        {booking.secret && <NewPassword secret={booking.secret} booking={booking} />}
        <Consents booking={booking} />
        <Missing booking={booking} />
        <RefusedHold error={failure ?? refused} course={course} onDismiss={booking.dismiss} />
        <div className={styles.actions}>
          <Button
            component={Link}
            to={draft.originRoute || "/cours"}
            state={draft.offered ? null : { selection: course.id }}
            variant="subtle"
            leftSection={<Icon name="arrow-left" />}
          >
            {t(draft.offered ? "booking.backToOffer" : "booking.backToSelection")}
          </Button>
          <Button
            type="submit"
            disabled={Boolean(refused)}
            loading={booking.sending || pressed}
            rightSection={<Icon name="arrow-right" />}
          >
            {t(course.free ? "booking.confirmFree" : "booking.toPayment")}
          </Button>
        </div>
      </form>
    </>
  );
}

interface ForWhomProps {
  draft: Draft;
  onChange: (change: Partial<Draft>) => void;
  booking: ReturnType<typeof useBooking>;
}

function ForWhom({ draft, onChange, booking }: ForWhomProps) {
  const { t } = useTranslation();
  const beneficiary = useRef<HTMLDivElement>(null);

  function choose(target: Target) {
    onChange({ reservationTarget: target });
    booking.edited("reservationTarget");
    if (target === "other") {
      requestAnimationFrame(() => beneficiary.current?.querySelector("input")?.focus());
    }
  }

  return (
    <section className={styles.card}>
      <h2 id="for-whom">{t("booking.forWhom")}</h2>
      <Radio.Group
        aria-labelledby="for-whom"
        value={draft.reservationTarget ?? ""}
        onChange={(value) => choose(value === "other" ? "other" : "self")}
        error={booking.errorOf("reservationTarget")}
      >
        <div className={styles.two}>
          <RadioCard value="self" stop={draft.reservationTarget ?? "self"}>
            <Radio.Indicator />
            {t("booking.forMyself")}
          </RadioCard>
          <RadioCard value="other" stop={draft.reservationTarget ?? "self"}>
            <Radio.Indicator />
            {t("booking.forSomeoneElse")}
          </RadioCard>
        </div>
      </Radio.Group>
      {draft.reservationTarget === "other" && (
        <div ref={beneficiary} className={styles.beneficiary}>
          <Learner draft={draft} onChange={onChange} booking={booking} />
        </div>
      )}
    </section>
  );
}
