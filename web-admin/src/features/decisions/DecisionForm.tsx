// The choices at the left, what the chosen one does at the right, below each other where there is less room.
import { type FormEvent, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import type { Course } from "web-shared/api/courses";
import { LeaveGuard } from "web-shared/ui/LeaveGuard";
import { notifySuccess } from "web-shared/ui/notify";
import { Note } from "web-shared/ui/Scene";
import { useFirstFault } from "web-shared/ui/useFirstFault";
import type { CourseDecision } from "../../ui/decisionTypes";
import { SchoolButton } from "../../ui/SchoolOnly";
import { Choices } from "./Choices";
import styles from "./Decisions.module.css";
import { Preview } from "./Preview";
import { useDecisionForm } from "./useDecisionForm";

interface DecisionFormProps {
  course: Course;
  decision: CourseDecision;
}

export function DecisionForm({ course, decision }: DecisionFormProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const form = useDecisionForm(course, (choice) =>
    notifySuccess(t(`dashboard.decisions.done.${choice}`)),
  );
  const { form: fields, attempt } = useFirstFault(form.error);
  const { draft, seen, decided } = form;

  // Only now does the guard know that nothing is lost.
  useEffect(() => {
    if (decided) void navigate(`/course/${course.id}/places`);
  }, [decided, navigate, course.id]);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (seen) return; // a key pressed in a field sends no money
    attempt();
    form.look();
  }

  function confirm(fingerprint: string) {
    attempt();
    form.confirm(fingerprint);
  }

  return (
    <form ref={fields} className={styles.parts} onSubmit={submit} noValidate>
      <div>
        <Choices form={form} decision={decision} />
        <div role="alert">{form.refusal && <Note tone="danger">{form.refusal}</Note>}</div>
        {draft.choice && !seen && (
          <div className={styles.look}>
            <SchoolButton type="submit" loading={form.looking}>
              {t("dashboard.decisions.look")}
            </SchoolButton>
          </div>
        )}
      </div>
      {seen ? (
        <Preview
          key={seen.preview.fingerprint}
          seen={seen}
          busy={form.deciding || form.looking}
          onConfirm={() => confirm(seen.preview.fingerprint)}
        />
      ) : (
        <p className={styles.first}>{t("dashboard.decisions.first")}</p>
      )}
      <LeaveGuard unsaved={form.unsaved && !decided && !form.deciding} />
    </form>
  );
}
