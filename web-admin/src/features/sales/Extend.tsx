// Lengthens an access by some days; the new last day is seen before.
import { Button, NumberInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { addDays, day, today } from "web-shared/format/format";
import { errorText, fieldError } from "web-shared/i18n/errors";
import { DialogActions } from "web-shared/ui/Confirm";
import { Dialog } from "web-shared/ui/Dialog";
import { notifySuccess } from "web-shared/ui/notify";
import { Note } from "web-shared/ui/Scene";
import { useFirstFault } from "web-shared/ui/useFirstFault";
import { isStale, type Subscription, useExtend } from "./api";
import styles from "./Sales.module.css";
import { StaleNote } from "./StaleNote";

const LEAST = 1;
const MOST = 366;
const USUAL = 30;

interface ExtendProps {
  subscription: Subscription;
  onClose: () => void;
}

export function Extend({ subscription, onClose }: ExtendProps) {
  const { t } = useTranslation();
  const { id, version, learnerName, courseName, accessExpiresAt } = subscription;
  const [typed, setTyped] = useState<number | string>(USUAL);
  const { mutate, isPending, error } = useExtend();
  const { form } = useFirstFault(error);
  const days = Number(typed);
  const fits = typed !== "" && Number.isInteger(days) && days >= LEAST && days <= MOST;
  const now = today();
  // As the server counts: from the later of today and the present end.
  const end = fits ? addDays(accessExpiresAt > now ? accessExpiresAt : now, days) : null;
  const refused = fieldError(error, "days");

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!end || isPending) return;
    mutate(
      { id, version, days },
      {
        onSuccess: (changed) => {
          const until = day(changed.accessExpiresAt);
          notifySuccess(t("dashboard.sales.extended", { name: learnerName, day: until }));
          onClose();
        },
      },
    );
  }

  return (
    <Dialog onClose={onClose} title={t("dashboard.sales.extendTitle")}>
      <form ref={form} className={styles.form} onSubmit={submit} noValidate>
        <p>
          {learnerName} · <span lang="fr">{courseName}</span>
        </p>
        <NumberInput
          label={t("dashboard.sales.days")}
          description={t("dashboard.sales.endsNow", { day: day(accessExpiresAt) })}
          value={typed}
          min={LEAST}
          max={MOST}
          clampBehavior="none"
          allowDecimal={false}
          onChange={setTyped}
          error={
            (!fits && t("errors.extension_out_of_range", { min: LEAST, max: MOST })) || refused
          }
          data-autofocus
        />
        <p className={styles.result} role="status">
          {end && t("dashboard.sales.newEnd", { day: day(end) })}
        </p>
        <StaleNote error={error} />
        <div role="alert">
          {error && !refused && !isStale(error) && <Note tone="danger">{errorText(error)}</Note>}
        </div>
        <DialogActions>
          <Button variant="outline" onClick={onClose}>
            {t("profile.cancel")}
          </Button>
          <Button type="submit" loading={isPending} disabled={!end}>
            {t("dashboard.sales.extend")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
