// Where somebody waits: every list in the profile, an open offer wherever it should not be missed.
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useSession } from "web-shared/api/session";
import { moment } from "web-shared/format/format";
import { FailedState, Note } from "web-shared/ui/Scene";
import { Tag } from "web-shared/ui/Tag";
import { type Entry, entryAddress, isOpen, ownEntriesQuery } from "./api";
import { dayAndTime } from "./deadline";
import { Leave } from "./dialogs";
import { useOfferTitle } from "./Standing";
import { useFocusWhenFewer } from "./useFocusWhenFewer";
import styles from "./Waitlist.module.css";

function useOwn() {
  const session = useSession();
  return useQuery({ ...ownEntriesQuery, enabled: session !== null });
}

/** "Mes listes d'attente"; nothing for whoever waits nowhere. */
export function OwnEntries() {
  const { t } = useTranslation();
  const id = useId();
  const { data, error, refetch } = useOwn();
  const open = data?.entries.filter(isOpen) ?? [];
  const holder = useFocusWhenFewer<HTMLElement>(open.length);
  if (error) {
    return (
      <FailedState what={t("waitlist.mineFailed")} error={error} onRetry={() => void refetch()} />
    );
  }
  if (open.length === 0) return null;
  return (
    <section ref={holder} className={styles.mine} aria-labelledby={id}>
      <h2 id={id} tabIndex={-1}>
        {t("waitlist.mine")}
      </h2>
      <ul>
        {open.map((entry) => (
          <li key={entry.id}>
            <Row entry={entry} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Row({ entry }: { entry: Entry }) {
  const { t } = useTranslation();
  const [leaving, setLeaving] = useState(false);
  const { offer, status, courseName, courseSlug, forAnother, learnerName } = entry;
  const named = { course: courseName };
  return (
    <>
      <div>
        <p className={styles.tags}>
          {status === "OFFERED" ? (
            <Tag tone="warning">{t("waitlist.offer.tag")}</Tag>
          ) : (
            <Tag>{t("waitlist.rank", { rank: entry.rank })}</Tag>
          )}
          {forAnother && learnerName && (
            <Tag>{t("subscriptions.forLearner", { name: learnerName })}</Tag>
          )}
        </p>
        <p>
          <Link to={`/cours/${courseSlug}`} lang="fr">
            <b>{courseName}</b>
          </Link>
        </p>
        <p className="small muted">
          {offer && status === "OFFERED"
            ? t("waitlist.offer.kept", dayAndTime(offer.until))
            : t("waitlist.line.since", { moment: moment(entry.createdAt) })}
        </p>
      </div>
      {status === "OFFERED" ? (
        <Button
          component={Link}
          to={entryAddress(entry)}
          size="sm"
          aria-label={t("waitlist.offer.answerNamed", named)}
        >
          {t("waitlist.offer.answer")}
        </Button>
      ) : (
        <Button
          variant="subtle"
          size="sm"
          aria-label={t("waitlist.leave.named", named)}
          onClick={() => setLeaving(true)}
        >
          {t("waitlist.leave.action")}
        </Button>
      )}
      <Leave opened={leaving} entry={entry} token={null} onClose={() => setLeaving(false)} />
    </>
  );
}

/** The offered seats of the reader, of one course or of all; nothing without one. */
export function OpenOffers({ courseId }: { courseId?: number }) {
  const { data } = useOwn();
  const offered = (data?.entries ?? []).filter(
    (entry) =>
      entry.status === "OFFERED" && (courseId === undefined || entry.courseId === courseId),
  );
  if (offered.length === 0) return null;
  return (
    <div className={courseId === undefined ? styles.offers : styles.inPanel}>
      {offered.map((entry) => (
        <OpenOffer key={entry.id} entry={entry} />
      ))}
    </div>
  );
}

function OpenOffer({ entry }: { entry: Entry }) {
  const { t } = useTranslation();
  const title = useOfferTitle(entry);
  return (
    <Note>
      <div className={styles.notice}>
        <p>
          <b>{title}</b> <span lang="fr">{entry.courseName}</span>
          <br />
          {entry.offer && t("waitlist.offer.kept", dayAndTime(entry.offer.until))}
        </p>
        <div>
          <Button
            component={Link}
            to={entryAddress(entry)}
            size="sm"
            variant="outline"
            aria-label={t("waitlist.offer.answerNamed", { course: entry.courseName })}
          >
            {t("waitlist.offer.answer")}
          </Button>
        </div>
      </div>
    </Note>
  );
}
