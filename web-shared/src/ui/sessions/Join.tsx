// The way into an online class: open from a quarter of an hour before its start until its end.
import { Button } from "@mantine/core";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import type { OwnSession } from "../../api/classSessions";
import { day } from "../../format/format";
import { hour } from "../../format/sessions";
import { Icon } from "../Icon";
import { isOpen, opensAt } from "./next";

interface JoinProps {
  session: OwnSession;
  courseName: string;
  /** By the server's clock, in milliseconds. */
  now: number;
}

export function Join({ session, courseName, now }: JoinProps) {
  const { t } = useTranslation();
  const reason = useId();
  if (!session.meetingUrl) return null;
  const icon = <Icon name="laptop" />;
  if (isOpen(session, now)) {
    return (
      <Button
        component="a"
        href={session.meetingUrl}
        target="_blank"
        rel="noopener noreferrer"
        leftSection={icon}
        aria-label={t("sessions.joinNamed", { course: courseName })}
      >
        {t("sessions.join")}
      </Button>
    );
  }
  return (
    <>
      <Button disabled leftSection={icon} aria-describedby={reason}>
        {t("sessions.join")}
      </Button>
      <span id={reason} className="caption muted">
        {t("sessions.joinFrom", { day: day(session.date, "brief"), time: hour(opensAt(session)) })}
      </span>
    </>
  );
}
