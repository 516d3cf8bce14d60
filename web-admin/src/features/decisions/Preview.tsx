// What a decision does: to whom, with how much money, to which sessions. It is the last question before it is done.
import { useEffect, useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import { briefRange, price } from "web-shared/format/format";
import { Note } from "web-shared/ui/Scene";
import { SchoolButton } from "../../ui/SchoolOnly";
import styles from "./Decisions.module.css";
import { Granted, Holds, Reservations } from "./People";
import { Sessions } from "./Sessions";
import { Totals } from "./Totals";
import type { Seen } from "./useDecisionForm";
import { actionText, seatsText } from "./words";

interface PreviewProps {
  seen: Seen;
  busy: boolean;
  onConfirm: () => void;
}

export function Preview({ seen, busy, onConfirm }: PreviewProps) {
  const { t } = useTranslation();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const { preview, changed } = seen;
  const { choice, people, waiting } = preview;
  const ends = choice === "OTHER_COURSE" || choice === "CANCEL";

  // It comes where nobody looks yet, on a phone below what was pressed.
  useEffect(() => heading.current?.focus(), []);

  return (
    <section aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={-1} className={styles.question}>
        {t("dashboard.decisions.effects")}
      </h2>
      <div role="alert">
        {changed && <Note tone="warning">{t("dashboard.decisions.changed")}</Note>}
      </div>
      <div className={styles.preview}>
        <p className={styles.told}>
          {people > 0
            ? t("dashboard.decisions.told", { count: people })
            : t("dashboard.decisions.toldNobody")}
        </p>
        <When seen={seen} />
        <Reservations preview={preview} />
        <Granted preview={preview} />
        <Holds rows={preview.holds} />
        {ends && waiting > 0 && (
          <p className={styles.line}>{t("dashboard.decisions.waitingEnds", { count: waiting })}</p>
        )}
        <Sessions sessions={preview.movedSessions} />
        <Totals preview={preview} />
      </div>
      <SchoolButton
        fullWidth
        loading={busy}
        onClick={onConfirm}
        {...(choice === "CANCEL" && { color: "red" })}
      >
        {actionText(preview)}
      </SchoolButton>
    </section>
  );
}

/** The dates that the course gets, or those of the course that is offered instead. */
function When({ seen: { body, preview } }: Pick<PreviewProps, "seen">) {
  const { t } = useTranslation();
  const { target } = preview;
  if (body.startDate && body.endDate) {
    return (
      <p className={styles.line}>
        {t("dashboard.decisions.newRange", { range: briefRange(body.startDate, body.endDate) })}
      </p>
    );
  }
  if (!target) return null;
  const facts = [
    briefRange(target.startDate, target.endDate),
    price(target.price),
    seatsText(target.seatsLeft),
  ];
  return (
    <p className={styles.line}>
      <b>{target.name}</b>
      <small>{facts.join("\u00a0· ")}</small>
    </p>
  );
}
