// The form of a course: its parts at the left; what is wrong, what it costs and what to do at the right. On a phone the
// faults stand above, the button at the foot of the screen.
import { Button, Switch } from "@mantine/core";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation, useNavigate } from "react-router";
import { courseAddress } from "web-shared/api/courses";
import { price as priceText } from "web-shared/format/format";
import { errorText } from "web-shared/i18n/errors";
import { Confirm } from "web-shared/ui/Confirm";
import { Icon } from "web-shared/ui/Icon";
import { LeaveGuard } from "web-shared/ui/LeaveGuard";
import { notifyFailure, notifySuccess } from "web-shared/ui/notify";
import { DraftFound } from "../../ui/DraftFound";
import { DraftKept } from "../../ui/DraftKept";
import { FaultList } from "../../ui/FaultList";
import { StartState } from "../../ui/StartState";
import type { EditableCourse, References } from "./api";
import styles from "./CourseForm.module.css";
import { FormSection } from "./FormSection";
import { Lines } from "./Lines";
import { Meanwhile } from "./Meanwhile";
import { Modules } from "./Modules";
import { Organisation } from "./Organisation";
import { Presentation } from "./Presentation";
import { Preview } from "./Preview";
import { usePoints } from "./points";
import { type CourseForm as Form, useCourseForm } from "./useCourseForm";

interface CourseFormProps {
  /** The course to change; nothing for a new one. */
  course: EditableCourse | undefined;
  references: References;
}

export function CourseForm({ course, references }: CourseFormProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const form = useCourseForm(
    course,
    references.languages.map(({ id }) => id),
    {
      onSaved: ({ id, status }, more) => {
        notifySuccess(t(course ? "dashboard.courses.updated" : "dashboard.courses.created"));
        // A draft goes on with its lessons.
        if (!more) void navigate(status === "DRAFT" ? `/course/modules/${id}` : "/course/list");
      },
      onRefused: (error) =>
        notifyFailure(t("dashboard.courses.failed", { message: errorText(error) })),
    },
  );

  useNamedField();

  function submit(event: FormEvent) {
    event.preventDefault();
    form.save();
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <div>
        <DraftFound draft={form.local} />
        <Presentation form={form} />
        <Organisation form={form} references={references} />
        <Sessions form={form} />
        <Places form={form} />
        <Start form={form} />
        <FormSection title={t("dashboard.courses.objectives")}>
          <Lines form={form} list="objectives" />
        </FormSection>
        <FormSection title={t("dashboard.courses.prerequisites")}>
          <Lines form={form} list="prerequisites" />
        </FormSection>
        <Modules form={form} />
      </div>
      <Side form={form} references={references} />
      <LeaveGuard {...form.guard} />
      {form.conflict && <Meanwhile conflict={form.conflict} references={references} />}
    </form>
  );
}

/** They have a page of their own: rules with every date they make. */
function Sessions({ form }: { form: Form }) {
  const { t } = useTranslation();
  const { row } = form.base;
  return (
    <FormSection
      title={t("dashboard.timetable.sessions")}
      hint={t(row ? "dashboard.timetable.planHint" : "dashboard.timetable.saveFirst")}
    >
      {row && (
        <Button
          component={Link}
          to={`/course/sessions/${row.id}`}
          variant="light"
          leftSection={<Icon name="calendar-dots" />}
        >
          {t("dashboard.timetable.plan")}
        </Button>
      )}
    </FormSection>
  );
}

/** Who has a seat on offer and who waits for one: a page of its own too. */
function Places({ form }: { form: Form }) {
  const { t } = useTranslation();
  const { row } = form.base;
  if (typeof row?.capacity !== "number") return null;
  return (
    <FormSection title={t("dashboard.nav.places")} hint={t("dashboard.waitlist.openHint")}>
      <Button
        component={Link}
        to={`/course/${row.id}/places`}
        variant="light"
        leftSection={<Icon name="hourglass-medium" />}
      >
        {t("dashboard.waitlist.open")}
      </Button>
    </FormSection>
  );
}

/** Whether the saved course starts, and what was decided about it. */
function Start({ form }: { form: Form }) {
  const { t } = useTranslation();
  const { row } = form.base;
  if (!row?.minimumLearners) return null;
  return (
    <FormSection title={t("dashboard.decisions.title")}>
      <StartState course={row} />
    </FormSection>
  );
}

/** The field that the address names takes the focus. */
function useNamedField() {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash) document.getElementById(decodeURIComponent(hash.slice(1)))?.focus();
  }, [hash]);
}

interface SideProps {
  form: Form;
  references: References;
}

function Side({ form, references }: SideProps) {
  const { t } = useTranslation();
  const faults = useRef<HTMLElement>(null);
  const points = usePoints(form);

  // Whoever asked to save sees what is wrong.
  useEffect(() => {
    if (form.attempts > 0) faults.current?.focus();
  }, [form.attempts]);

  return (
    <div className={styles.side}>
      <FaultList points={points} place={faults} />
      <Price form={form} />
      <Around form={form} references={references} />
      <div className={styles.bar}>
        {points.length > 0 && (
          <button type="button" onClick={() => faults.current?.focus()}>
            <Icon name="warning-circle-fill" />
            {t("dashboard.courses.toCorrect", { count: points.length })}
          </button>
        )}
        <Button type="submit" loading={form.saving}>
          {t(form.base.row ? "dashboard.courses.update" : "dashboard.courses.createThis")}
        </Button>
      </div>
      <DraftKept draft={form.local} />
    </div>
  );
}

/** What the course costs: nobody types it. */
function Price({ form }: { form: Form }) {
  const { t } = useTranslation();
  const { draft, price, edit } = form;
  const [wrong] = form.faultsAt("price");
  const hours = Number(draft.totalHours);
  const count = draft.modules.length;
  return (
    <div className={styles.price} id="price" tabIndex={-1} data-wrong={Boolean(wrong) || undefined}>
      <p id="price-label">{t("dashboard.courses.coursePrice")}</p>
      <output className="num" aria-labelledby="price-label">
        {draft.free ? t("catalogue.free") : priceText(price)}
      </output>
      <p>
        {t("dashboard.courses.sum", { count })}
        {count > 0 &&
          hours >= 1 &&
          t("catalogue.thatIs", { price: priceText(hourly(price, hours)) })}
      </p>
      <Switch
        label={t("dashboard.courses.fields.free")}
        description={t("dashboard.courses.freeHint")}
        checked={draft.free}
        onChange={(event) => edit({ free: event.currentTarget.checked })}
      />
      {!draft.free && (
        <Switch
          label={t("dashboard.courses.fields.lateEntry")}
          description={t("dashboard.courses.lateEntryHint")}
          checked={draft.lateEntry === "PRO_RATA"}
          onChange={(event) =>
            edit({ lateEntry: event.currentTarget.checked ? "PRO_RATA" : "FULL" })
          }
        />
      )}
    </div>
  );
}

function hourly(price: number, hours: number): number {
  return Math.round((price / hours) * 100) / 100;
}

/** The course as visitors see it, and the way back to where one began. */
function Around({ form, references }: SideProps) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState(false);
  const [previewed, setPreviewed] = useState(false);
  const { draft, price, unsaved, reset } = form;
  const { row } = form.base;
  const shown = row?.status === "PUBLISHED" && !unsaved;
  return (
    <div className={styles.more}>
      {shown ? (
        <Button component="a" variant="light" href={courseAddress(row)} target="_blank">
          {t("dashboard.courses.see")}
        </Button>
      ) : (
        <Button variant="light" onClick={() => setPreviewed(true)}>
          {t("dashboard.courses.preview")}
        </Button>
      )}
      <Button variant="outline" onClick={() => (unsaved ? setAsked(true) : reset())}>
        {t("dashboard.courses.reset")}
      </Button>
      {previewed && (
        <Preview
          draft={draft}
          price={price}
          references={references}
          onClose={() => setPreviewed(false)}
        />
      )}
      {asked && <AskReset onReset={reset} onClose={() => setAsked(false)} />}
    </div>
  );
}

function AskReset({ onReset, onClose }: { onReset: () => void; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Confirm
      title={t("dashboard.courses.resetAsk")}
      action={t("dashboard.courses.reset")}
      busy={false}
      error={null}
      onConfirm={() => {
        onReset();
        onClose();
      }}
      onClose={onClose}
    >
      <p>{t("dashboard.courses.resetWhat")}</p>
    </Confirm>
  );
}
