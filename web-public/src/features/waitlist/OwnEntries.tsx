// Where somebody waits: every list in the profile, an open offer wherever it should not be missed.
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useSession } from "web-shared/api/session";
import { moment } from "web-shared/format/format";
import { FailedState } from "web-shared/ui/Scene";
import { Tag } from "web-shared/ui/Tag";
import { Notice, Notices, OwnList, OwnRow } from "../../ui/Own";
import { type Entry, entryAddress, isOpen, ownEntriesQuery } from "./api";
import { dayAndTime } from "./deadline";
import { Leave } from "./dialogs";
import { useOfferTitle } from "./titles";

function useOwn() {
  const session = useSession();
  return useQuery({ ...ownEntriesQuery, enabled: session !== null });
}

/** "Mes listes d'attente"; nothing for whoever waits nowhere. */
export function OwnEntries() {
  const { t } = useTranslation();
  const { data, error, refetch } = useOwn();
  const open = data?.entries.filter(isOpen) ?? [];
  if (error) {
    return (
      <FailedState what={t("waitlist.mineFailed")} error={error} onRetry={() => void refetch()} />
    );
  }
  return (
    <OwnList title={t("waitlist.mine")}>
      {open.map((entry) => (
        <Row key={entry.id} entry={entry} />
      ))}
    </OwnList>
  );
}

function Row({ entry }: { entry: Entry }) {
  const { t } = useTranslation();
  const [leaving, setLeaving] = useState(false);
  const { offer, status, courseName, courseSlug, forAnother, learnerName } = entry;
  const named = { course: courseName };
  return (
    <OwnRow
      tags={
        <>
          {status === "OFFERED" ? (
            <Tag tone="warning">{t("waitlist.offer.tag")}</Tag>
          ) : (
            <Tag>{t("waitlist.rank", { rank: entry.rank })}</Tag>
          )}
          {forAnother && learnerName && (
            <Tag>{t("subscriptions.forLearner", { name: learnerName })}</Tag>
          )}
        </>
      }
      course={{ name: courseName, slug: courseSlug }}
      caption={
        offer && status === "OFFERED"
          ? t("waitlist.offer.kept", dayAndTime(offer.until))
          : t("waitlist.line.since", { moment: moment(entry.createdAt) })
      }
    >
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
    </OwnRow>
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
  const notices = offered.map((entry) => <OpenOffer key={entry.id} entry={entry} />);
  return <Notices inPanel={courseId !== undefined}>{notices}</Notices>;
}

function OpenOffer({ entry }: { entry: Entry }) {
  const { t } = useTranslation();
  const title = useOfferTitle(entry);
  return (
    <Notice
      title={title}
      course={entry.courseName}
      text={entry.offer && t("waitlist.offer.kept", dayAndTime(entry.offer.until))}
      action={
        <Button
          component={Link}
          to={entryAddress(entry)}
          size="sm"
          variant="outline"
          aria-label={t("waitlist.offer.answerNamed", { course: entry.courseName })}
        >
          {t("waitlist.offer.answer")}
        </Button>
      }
    />
  );
}
