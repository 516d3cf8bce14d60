// Joining the waiting list of a full course: a first name and an address, or for whom when one is signed in.
import { Button, Checkbox, NativeSelect, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, type RefObject, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { type Course, textsLanguage } from "web-shared/api/courses";
import { learnersQuery } from "web-shared/api/learners";
import { ApiError } from "web-shared/api/problem";
import { useSession } from "web-shared/api/session";
import { addDays, price, today } from "web-shared/format/format";
import { errorText, fieldError } from "web-shared/i18n/errors";
import { allTexts } from "web-shared/i18n/i18n";
import { DayInput } from "web-shared/ui/DayInput";
import { Icon } from "web-shared/ui/Icon";
import { Note } from "web-shared/ui/Scene";
import { useFirstFault } from "web-shared/ui/useFirstFault";
import type { NewEntry, useJoin } from "./api";
import styles from "./Waitlist.module.css";
import { bodyOf, LAST_START, problemsOf, type Wish } from "./wish";

interface WaitFormProps {
  course: Course;
  wish: Wish;
  onChange: (change: Partial<Wish>) => void;
  join: ReturnType<typeof useJoin>;
  onSend: (body: NewEntry) => void;
  /** Those who are on the list already: accounts; null is the reader. */
  listed: readonly (number | null)[];
  button: RefObject<HTMLButtonElement | null>;
}

export function WaitForm({ course, wish, onChange, join, onSend, listed, button }: WaitFormProps) {
  const { t } = useTranslation();
  const session = useSession();
  const { form, attempt } = useFirstFault(join.error);
  const [tried, setTried] = useState(false);
  const known = session !== null;
  const problems = problemsOf(wish, known);
  const begun = course.startDate < today();

  const error = (name: keyof Wish, field: string) => {
    const problem = tried && problems.get(name);
    return problem ? t(problem) : fieldError(join.error, field);
  };

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (problems.size === 0) {
      if (!join.isPending) onSend(bodyOf(course, wish, known));
      return;
    }
    // A server-rendered page brings only the errors that it shows.
    await allTexts().catch(() => undefined);
    setTried(true);
    attempt();
  }

  return (
    <form ref={form} onSubmit={(event) => void submit(event)} noValidate className={styles.form}>
      <div>
        <h2 tabIndex={-1}>{t("waitlist.join.title")}</h2>
        <p className={styles.caption}>{t("waitlist.join.rank", { count: course.waiting + 1 })}</p>
      </div>
      {known ? (
        <ForWhom wish={wish} onChange={onChange} listed={listed} error={join.error} />
      ) : (
        <TextInput
          label={t("fields.firstName")}
          name="firstName"
          autoComplete="given-name"
          value={wish.firstName}
          error={error("firstName", "firstName")}
          onChange={(event) => onChange({ firstName: event.currentTarget.value })}
        />
      )}
      {course.modules.length > 0 && (
        <Formula
          course={course}
          wish={wish}
          onChange={onChange}
          error={error("moduleIds", "reservedModuleIds")}
        />
      )}
      {begun && (
        <DayInput
          label={t("fields.optional", { field: t("booking.startDate") })}
          value={wish.start}
          onChange={(start) => onChange({ start })}
          error={error("start", "requestedStartDate")}
          calendar={{ min: today(), max: addDays(course.endDate, -LAST_START) }}
        />
      )}
      {begun && !course.free && course.lateEntry === "PRO_RATA" && (
        <p className={styles.caption}>{t("waitlist.join.priceLater")}</p>
      )}
      {!known && (
        <TextInput
          label={t("fields.email")}
          name="email"
          type="email"
          autoComplete="email"
          description={t("waitlist.join.emailHint")}
          inputWrapperOrder={["label", "input", "description", "error"]}
          value={wish.email}
          error={error("email", "email")}
          onChange={(event) => onChange({ email: event.currentTarget.value })}
        />
      )}
      <div role="alert">
        {join.error && (
          <Note tone="danger">
            <b>{t("waitlist.join.failed")}</b> <Reason error={join.error} />
          </Note>
        )}
      </div>
      <Button ref={button} type="submit" fullWidth loading={join.isPending}>
        {t("waitlist.join.submit")}
      </Button>
      {!known && <SignIn />}
    </form>
  );
}

/** Signing in leads back to this panel. */
function SignIn() {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const next = encodeURIComponent(`${pathname}${search}#waitlist`);
  return (
    <p className={`${styles.caption} ${styles.signIn}`}>
      {t("waitlist.join.haveAccount")} <Link to={`/login?next=${next}`}>{t("account.login")}</Link>
    </p>
  );
}

interface ForWhomProps extends Pick<WaitFormProps, "wish" | "onChange" | "listed"> {
  error: unknown;
}

/** Nothing for whoever acts for nobody. */
function ForWhom({ wish, onChange, listed, error }: ForWhomProps) {
  const { t } = useTranslation();
  const { data: learners = [] } = useQuery(learnersQuery);
  const people = [
    { value: "", label: t("booking.forMyself"), id: null },
    ...learners.map(({ id, firstName, lastName }) => ({
      value: String(id),
      label: `${firstName} ${lastName}`,
      id,
    })),
  ];
  if (learners.length === 0) return null;
  return (
    <NativeSelect
      label={t("booking.forWhom")}
      rightSection={<Icon name="caret-down-bold" size={16} />}
      data={people.filter(({ id }) => !listed.includes(id)).map(({ id: _, ...one }) => one)}
      value={wish.learner === null ? "" : String(wish.learner)}
      error={fieldError(error, "beneficiaryId")}
      onChange={(event) => {
        const { value } = event.currentTarget;
        onChange({ learner: value === "" ? null : Number(value) });
      }}
    />
  );
}

interface FormulaProps extends Pick<WaitFormProps, "course" | "wish" | "onChange"> {
  error: string | undefined;
}

/** The whole course, or some of its modules. Once the course has begun, what it costs is not known beforehand. */
function Formula({ course, wish, onChange, error }: FormulaProps) {
  const { t } = useTranslation();
  const later = course.startDate < today() && course.lateEntry === "PRO_RATA";
  const priced = !course.free && !later;
  return (
    <>
      <NativeSelect
        label={t("booking.formula")}
        rightSection={<Icon name="caret-down-bold" size={16} />}
        data={[
          {
            value: "whole",
            label: priced
              ? t("waitlist.join.wholeFor", { price: price(course.price) })
              : t("booking.wholeCourse"),
          },
          { value: "modules", label: t("booking.someModules") },
        ]}
        value={wish.whole ? "whole" : "modules"}
        onChange={(event) => onChange({ whole: event.currentTarget.value === "whole" })}
      />
      {!wish.whole && (
        <Checkbox.Group
          label={t("booking.chooseModules")}
          value={wish.moduleIds.map(String)}
          error={error}
          onChange={(values) => onChange({ moduleIds: values.map(Number) })}
        >
          <div className={styles.modules}>
            {course.modules.map((module) => (
              <Checkbox
                key={module.id}
                value={String(module.id)}
                label={
                  <>
                    <span lang={textsLanguage(course)}>{module.title}</span>
                    {priced && <span className="muted"> · {price(module.price)}</span>}
                  </>
                }
              />
            ))}
          </div>
        </Checkbox.Group>
      )}
    </>
  );
}

/** Why the list could not be joined; after too many tries, when the next one is allowed. */
export function Reason({ error }: { error: Error }) {
  const { t } = useTranslation();
  if (!(error instanceof ApiError)) return errorText(error);
  const seconds = error.problem.params?.seconds;
  if (error.status === 429 && typeof seconds === "number") {
    return t("waitlist.join.tooMany", { count: Math.max(1, Math.ceil(seconds / 60)) });
  }
  // Each field says what is wrong with it.
  return error.problem.fields?.length ? t("errors.invalid") : errorText(error);
}
