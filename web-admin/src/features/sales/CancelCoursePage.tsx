// A course that does not take place: whom it touches and what goes back, the reason, and the name typed to confirm.
import { Button, Textarea, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate, useParams } from "react-router";
import { ApiError, isMissing } from "web-shared/api/problem";
import { money } from "web-shared/format/format";
import { errorText, fieldError } from "web-shared/i18n/errors";
import { Icon } from "web-shared/ui/Icon";
import { notifySuccess } from "web-shared/ui/notify";
import { FailedState, Note, Waiting } from "web-shared/ui/Scene";
import { useFirstFault } from "web-shared/ui/useFirstFault";
import { DashboardPage } from "../../ui/DashboardPage";
import styles from "./CancelCourse.module.css";
import { type Cancellation, cancellationQuery, useCancelCourse } from "./cancellation";
import { Touched } from "./Touched";

const REASON = 1000; // characters the server takes

export function CancelCoursePage() {
  const { t } = useTranslation();
  const id = Number(useParams().id);
  const { data, error, refetch } = useQuery(cancellationQuery(id));
  return (
    <DashboardPage
      title={t("dashboard.courses.cancel.title")}
      lead={data ? <span lang="fr">{data.courseName}</span> : null}
      back={
        <Link to="/course/list">
          <Icon name="arrow-left" size={18} />
          {t("dashboard.courses.cancel.all")}
        </Link>
      }
    >
      {data ? (
        <Preview seen={data} />
      ) : error ? (
        isMissing(error) ? (
          <Note>{t("dashboard.learners.noCourse")}</Note>
        ) : (
          <FailedState error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <Waiting />
      )}
    </DashboardPage>
  );
}

function Preview({ seen }: { seen: Cancellation }) {
  const { t } = useTranslation();
  const { reservations, holds, granted, people } = seen;
  return (
    <div className={styles.parts}>
      <div>
        <dl className={styles.totals}>
          <div>
            <dt>{t("dashboard.courses.cancel.toRefund")}</dt>
            <dd className="num">{money(seen.toRefund)}</dd>
          </div>
          <div>
            <dt>{t("dashboard.courses.cancel.byHandTotal")}</dt>
            <dd className="num">{money(seen.byHand)}</dd>
          </div>
          <div>
            <dt>{t("dashboard.courses.cancel.told")}</dt>
            <dd className="num">{people}</dd>
          </div>
        </dl>
        {people === 0 && <Note>{t("dashboard.courses.cancel.nobody")}</Note>}
        <Touched title={t("dashboard.courses.cancel.reservations")} rows={reservations} paid />
        <Touched title={t("dashboard.courses.cancel.holds")} rows={holds} />
        {granted.length > 0 && (
          <section className={styles.granted}>
            <h2>{t("dashboard.courses.cancel.granted")}</h2>
            <ul>
              {granted.map(({ name, email }) => (
                <li key={email}>
                  {name} · {email}
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
      <Decision seen={seen} />
    </div>
  );
}

function Decision({ seen }: { seen: Cancellation }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [reason, setReason] = useState("");
  const [typed, setTyped] = useState("");
  const [asked, setAsked] = useState(false);
  const { mutate, isPending, error } = useCancelCourse();
  const { form, attempt } = useFirstFault(error);
  const name = seen.courseName;
  const wrong = typed.trim() !== name.trim();
  const changed = error instanceof ApiError && error.problem.code === "preview_changed";

  function submit(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    attempt();
    if (isPending || wrong || !reason.trim()) return;
    const { courseId: id, fingerprint } = seen;
    mutate(
      { id, fingerprint, reason: reason.trim() },
      {
        onSuccess: () => {
          notifySuccess(t("dashboard.courses.cancel.done", { name }));
          void navigate("/course/list");
        },
      },
    );
  }

  return (
    <form ref={form} className={styles.decision} onSubmit={submit} noValidate>
      <p>{t("dashboard.courses.cancel.lead")}</p>
      <Textarea
        label={t("dashboard.courses.cancel.reason")}
        maxLength={REASON}
        autosize
        minRows={3}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        error={
          asked && !reason.trim()
            ? t("dashboard.courses.cancel.reasonRequired")
            : fieldError(error, "reason")
        }
      />
      <TextInput
        label={t("dashboard.courses.cancel.type", { name })}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        error={asked && wrong && t("dashboard.courses.cancel.typeWrong")}
      />
      <div role="alert">
        {changed && <Note tone="warning">{t("dashboard.courses.cancel.changed")}</Note>}
        {error && !changed && !fieldError(error, "reason") && (
          <Note tone="danger">{errorText(error)}</Note>
        )}
      </div>
      <Button type="submit" color="red" loading={isPending}>
        {t("dashboard.courses.cancel.submit")}
      </Button>
    </form>
  );
}
