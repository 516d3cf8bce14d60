// How somebody stands on the list of a course: in line with a rank, or with a seat that waits for their answer.
import { Anchor, Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Course } from "web-shared/api/courses";
import { moment } from "web-shared/format/format";
import { Icon } from "web-shared/ui/Icon";
import { type Entry, entryAddress } from "./api";
import { dayAndTime } from "./deadline";
import { Leave } from "./dialogs";
import { State } from "./State";
import { useOfferTitle, useRankTitle } from "./titles";

interface StandingProps {
  entry: Entry;
  course: Course;
  /** The reader has just joined. */
  arrived?: boolean;
}

export function Standing(props: StandingProps) {
  return props.entry.status === "OFFERED" ? <Offered {...props} /> : <InLine {...props} />;
}

function InLine({ entry, course, arrived = false }: StandingProps) {
  const { t } = useTranslation();
  const [leaving, setLeaving] = useState(false);
  return (
    <State
      sign={entry.rank}
      lit
      title={useRankTitle(entry)}
      arrived={arrived}
      actions={
        <Anchor component="button" type="button" onClick={() => setLeaving(true)}>
          {t("waitlist.leave.action")}
        </Anchor>
      }
    >
      <p>
        {t("waitlist.line.since", { moment: moment(entry.createdAt) })}{" "}
        {t("waitlist.line.hours", { count: course.offerHours })}
      </p>
      <Leave opened={leaving} entry={entry} token={null} onClose={() => setLeaving(false)} />
    </State>
  );
}

function Offered({ entry, arrived = false }: StandingProps) {
  const { t } = useTranslation();
  return (
    <State
      sign={<Icon name="bell" />}
      lit
      title={useOfferTitle(entry)}
      arrived={arrived}
      actions={
        <Button component={Link} to={entryAddress(entry)}>
          {t("waitlist.offer.answer")}
        </Button>
      }
    >
      <p>
        {entry.offer && t("waitlist.offer.kept", dayAndTime(entry.offer.until))}{" "}
        {t("waitlist.offer.mail")}
      </p>
    </State>
  );
}
