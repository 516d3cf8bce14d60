// Gives a subscription: to whom, of which course, all of it or some modules, and why.
import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { day } from "web-shared/format/format";
import { errorText, fieldError } from "web-shared/i18n/errors";
import { DialogActions } from "web-shared/ui/Confirm";
import { Dialog } from "web-shared/ui/Dialog";
import { notifySuccess } from "web-shared/ui/notify";
import { Note } from "web-shared/ui/Scene";
import { useFirstFault } from "web-shared/ui/useFirstFault";
import { useGrant } from "./api";
import { PersonSearch } from "./PersonSearch";
import styles from "./Sales.module.css";
import { CourseField, Scope } from "./Selection";

const FIELDS = ["userId", "courseId", "moduleIds", "reason"];
const REASON = 500; // characters the server takes

export function Grant({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [person, setPerson] = useState<{ id: number; name: string } | null>(null);
  const [courseId, setCourseId] = useState<number | null>(null);
  const [whole, setWhole] = useState(true);
  const [moduleIds, setModuleIds] = useState<number[]>([]);
  const [reason, setReason] = useState("");
  const [asked, setAsked] = useState(false);
  const { mutate, isPending, error } = useGrant();
  const { form, attempt } = useFirstFault(error);
  const missing = {
    userId: !person,
    courseId: !courseId,
    moduleIds: !whole && moduleIds.length === 0,
    reason: !reason.trim(),
  };
  const fault = (name: keyof typeof missing, message: string) =>
    (asked && missing[name] && message) || fieldError(error, name);

  function submit(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    attempt();
    if (isPending || Object.values(missing).some(Boolean) || !person) return;
    mutate(
      { userId: person.id, courseId, moduleIds: whole ? [] : moduleIds, reason: reason.trim() },
      {
        onSuccess: ({ accessExpiresAt }) => {
          const until = day(accessExpiresAt);
          notifySuccess(t("dashboard.sales.grantDone", { name: person.name, day: until }));
          onClose();
        },
      },
    );
  }

  return (
    <Dialog onClose={onClose} title={t("dashboard.sales.grant")}>
      <form ref={form} className={styles.form} onSubmit={submit} noValidate>
        <PersonSearch
          label={t("dashboard.sales.learner")}
          onChange={setPerson}
          error={fault("userId", t("dashboard.sales.personRequired"))}
        />
        <CourseField
          value={courseId}
          error={fault("courseId", t("errors.required"))}
          onChange={(id) => {
            setCourseId(id);
            setModuleIds([]);
          }}
        />
        <Scope
          courseId={courseId}
          whole={whole}
          onWhole={setWhole}
          chosen={moduleIds}
          onChosen={setModuleIds}
          error={fault("moduleIds", t("errors.selection_required"))}
        />
        <TextInput
          label={t("dashboard.sales.reason")}
          description={t("dashboard.sales.reasonHint")}
          maxLength={REASON}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          error={fault("reason", t("errors.reason_required"))}
        />
        <p className="muted">{t("dashboard.sales.grantText")}</p>
        <div role="alert">
          {error && !FIELDS.some((name) => fieldError(error, name)) && (
            <Note tone="danger">{errorText(error)}</Note>
          )}
        </div>
        <DialogActions>
          <Button variant="outline" onClick={onClose}>
            {t("profile.cancel")}
          </Button>
          <Button type="submit" loading={isPending}>
            {t("dashboard.sales.give")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
