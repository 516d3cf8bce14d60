// Who waits, in their order, then addresses that nobody confirmed; an administrator changes the order from here.
import { ActionIcon, Tooltip } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Course } from "web-shared/api/courses";
import { Icon } from "web-shared/ui/Icon";
import { Pages } from "../../ui/Pages";
import { RowActions, SchoolRowAction } from "../../ui/RowActions";
import type { Entry } from "./api";
import { MoveDialog } from "./MoveDialog";
import { OfferDialog } from "./OfferDialog";
import type { Direction } from "./order";
import styles from "./Waitlist.module.css";
import { nameOf, sinceOf, wishOf } from "./words";

const SIZE = 50; // rows of a page

interface RowsProps {
  course: Course;
  /** Without offers. */
  entries: Entry[];
  waiting: Entry[];
  admin: boolean;
  /** The id of the heading. */
  labelledBy: string;
}

export function Rows({ course, entries, waiting, admin, labelledBy }: RowsProps) {
  const [page, turn] = useState(1);
  const [moved, setMoved] = useState<{ id: number; direction: Direction } | null>(null);
  const [offered, setOffered] = useState<Entry | null>(null);
  return (
    <>
      <ol className={styles.rows} aria-labelledby={labelledBy}>
        {entries.slice((page - 1) * SIZE, page * SIZE).map((entry) => (
          <Row key={entry.id} entry={entry} course={course}>
            {admin && entry.status === "WAITING" && (
              <Actions
                entry={entry}
                at={waiting.indexOf(entry)}
                last={waiting.length - 1}
                full={course.seatsLeft === 0}
                onMove={(direction) => setMoved({ id: entry.id, direction })}
                onOffer={() => setOffered(entry)}
              />
            )}
          </Row>
        ))}
      </ol>
      <Pages page={page} size={SIZE} total={entries.length} onPage={turn} />
      {moved && <MoveDialog {...moved} waiting={waiting} onClose={() => setMoved(null)} />}
      {offered && <OfferDialog entry={offered} course={course} onClose={() => setOffered(null)} />}
    </>
  );
}

interface RowProps {
  entry: Entry;
  course: Course;
  children: ReactNode;
}

function Row({ entry, course, children }: RowProps) {
  const { t } = useTranslation();
  const { status, rank, email } = entry;
  const name = nameOf(entry);
  const waits = status === "WAITING";
  return (
    <li data-status={status}>
      <span className={styles.rank}>{waits ? rank : "–"}</span>
      <div className={styles.who}>
        <b>{name}</b>
        {email && email !== name && !entry.learnerName && !entry.payerName && (
          <small>{email}</small>
        )}
      </div>
      <span className={styles.wish}>
        {waits ? wishOf(entry, course) : t("dashboard.waitlist.unconfirmed")}
      </span>
      <span className={styles.since}>{sinceOf(entry)}</span>
      <div className={styles.actions}>{children}</div>
    </li>
  );
}

interface ActionsProps {
  entry: Entry;
  at: number;
  last: number;
  /** No seat is free. */
  full: boolean;
  onMove: (direction: Direction) => void;
  onOffer: () => void;
}

function Actions({ entry, at, last, full, onMove, onOffer }: ActionsProps) {
  const { t } = useTranslation();
  const phone = useMediaQuery("(max-width: 47.99em)") ?? false;
  const name = nameOf(entry);
  const steps = [
    { direction: "up", there: at > 0, icon: "caret-up-bold" },
    { direction: "down", there: at < last, icon: "caret-down-bold" },
  ] as const;
  return (
    <>
      {!phone &&
        steps.map(({ direction, there, icon }) => (
          <Step
            key={direction}
            icon={icon}
            label={t(`dashboard.waitlist.${direction}Of`, { name })}
            there={there}
            onClick={() => onMove(direction)}
          />
        ))}
      <RowActions name={name}>
        {phone &&
          steps.map(({ direction, there, icon }) => (
            <SchoolRowAction
              key={direction}
              icon={icon}
              label={t(`dashboard.waitlist.${direction}Of`, { name })}
              text={t(`dashboard.waitlist.${direction}`)}
              disabled={!there}
              onClick={() => onMove(direction)}
            />
          ))}
        <SchoolRowAction
          icon="arrow-up-bold"
          label={t("dashboard.waitlist.topOf", { name })}
          text={t("dashboard.waitlist.top")}
          disabled={at === 0}
          onClick={() => onMove("top")}
        />
        <SchoolRowAction
          icon="paper-plane-tilt"
          label={t("dashboard.waitlist.offerOf", { name })}
          text={t("dashboard.waitlist.offer")}
          disabled={full}
          onClick={onOffer}
        />
      </RowActions>
    </>
  );
}

interface StepProps {
  icon: string;
  label: string;
  there: boolean;
  onClick: () => void;
}

/** At an end the button keeps the focus: disabled, it would drop it. */
function Step({ icon, label, there, onClick }: StepProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        size={40}
        color="encre"
        aria-label={label}
        {...(there ? { onClick } : { "data-disabled": true, "aria-disabled": true })}
      >
        <Icon name={icon} size={18} />
      </ActionIcon>
    </Tooltip>
  );
}
