// Beside a full course: that it is full, how many wait, and how to wait oneself; then, in place of the form, how one stands.
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Course } from "web-shared/api/courses";
import { learnersQuery } from "web-shared/api/learners";
import { useSession } from "web-shared/api/session";
import { Icon } from "web-shared/ui/Icon";
import { Note } from "web-shared/ui/Scene";
import { SeatArches } from "web-shared/ui/Seats";
import { FootBar, SidePanel } from "../../ui/SidePanel";
import panel from "../../ui/SidePanel.module.css";
import { useFocusWhenFewer } from "../../ui/useFocusWhenFewer";
import { usePlace } from "../../ui/usePlace";
import { type Entry, entryAddress, isOpen, type NewEntry, ownEntriesQuery, useJoin } from "./api";
import { MailSent } from "./MailSent";
import { Standing } from "./Standing";
import { WaitForm } from "./WaitForm";
import styles from "./Waitlist.module.css";
import { nothingYet, type Wish } from "./wish";

interface WaitPanelProps {
  course: Course;
  /** What else the reader should know, such as a seat that is held for them. */
  notice?: ReactNode;
}

export function WaitPanel({ course, notice }: WaitPanelProps) {
  const { t } = useTranslation();
  const session = useSession();
  const own = useQuery({ ...ownEntriesQuery, enabled: session !== null });
  const entries = session
    ? (own.data?.entries ?? []).filter((one) => one.courseId === course.id && isOpen(one))
    : [];
  const [button, place] = usePlace();
  const offered = entries.find(({ status }) => status === "OFFERED");
  const over = allOver(course);
  return (
    <>
      <SidePanel id="waitlist" label={t("waitlist.panel")}>
        <Head course={course} />
        {notice}
        <div className={panel.body}>
          {over ? (
            <Note tone="warning">{t("errors.sessions_over")}</Note>
          ) : (
            // While it is not known whether a signed-in reader waits already, nothing is asked of them.
            !(session && own.isPending) && (
              <Joining key={session?.user.id} course={course} entries={entries} button={button} />
            )
          )}
        </div>
      </SidePanel>
      {!over && (
        <FootBar
          narrow
          place={place}
          title={offered ? t("waitlist.offer.title") : t("seats.full")}
          note={!offered && <Queue course={course} />}
        >
          {offered ? (
            <Button component={Link} to={entryAddress(offered)}>
              {t("waitlist.offer.answer")}
            </Button>
          ) : (
            <Button component="a" href="#waitlist">
              {t("waitlist.panel")}
            </Button>
          )}
        </FootBar>
      )}
    </>
  );
}

/** Whoever enters pays for the sessions to come, and there are none. */
function allOver({ lateEntry, free, sessionsSummary }: Course): boolean {
  return lateEntry === "PRO_RATA" && !free && sessionsSummary?.next.length === 0;
}

function Head({ course }: { course: Course }) {
  const { t } = useTranslation();
  const { capacity } = course;
  return (
    <div className={panel.head}>
      <p className={styles.full}>{t("seats.full")}</p>
      {typeof capacity === "number" && (
        <SeatArches taken={capacity} capacity={capacity}>
          {t("seats.taken", { count: capacity })}
        </SeatArches>
      )}
      <p className={styles.queue}>
        <Icon name="hourglass-medium" />
        <Queue course={course} />
      </p>
    </div>
  );
}

function Queue({ course: { waiting } }: { course: Course }) {
  const { t } = useTranslation();
  return waiting > 0 ? t("seats.waiting", { count: waiting }) : t("seats.nobodyWaits");
}

interface JoiningProps {
  course: Course;
  entries: Entry[];
  button: ReturnType<typeof usePlace>[0];
}

/** The form, or what came of it. */
function Joining({ course, entries, button }: JoiningProps) {
  const { t } = useTranslation();
  const join = useJoin();
  const [wish, setWish] = useState<Wish>(nothingYet);
  const [sent, setSent] = useState<NewEntry | null>(null);
  const [adding, setAdding] = useState(false);
  const listed = entries.map(({ forAnother, beneficiaryId }) =>
    forAnother ? (beneficiaryId ?? null) : null,
  );
  const others = useOthers(listed);
  const holder = useFocusWhenFewer<HTMLDivElement>(entries.length);

  function send(body: NewEntry) {
    join.mutate(body, {
      onSuccess: ({ status }) => {
        if (status === "UNCONFIRMED") setSent(body);
        setAdding(false);
      },
    });
  }

  function add() {
    join.reset();
    setWish({ ...nothingYet, learner: others[0] ?? null });
    setAdding(true);
  }

  if (sent) {
    const change = () => {
      join.reset();
      setSent(null);
    };
    return <MailSent sent={sent} onChange={change} />;
  }
  return (
    <div ref={holder} className={styles.joining}>
      {entries.map((entry) => (
        <Standing
          key={entry.id}
          entry={entry}
          course={course}
          arrived={entry.id === join.data?.entry?.id}
        />
      ))}
      {entries.length > 0 && others.length > 0 && !adding && (
        <Button variant="subtle" onClick={add}>
          {t("waitlist.join.another")}
        </Button>
      )}
      {(entries.length === 0 || adding) && (
        <WaitForm
          course={course}
          wish={wish}
          onChange={(change) => setWish((before) => ({ ...before, ...change }))}
          join={join}
          onSend={send}
          listed={listed}
          button={button}
        />
      )}
    </div>
  );
}

/** Whom the reader may still put on the list. */
function useOthers(listed: readonly (number | null)[]): (number | null)[] {
  const session = useSession();
  const { data = [] } = useQuery({ ...learnersQuery, enabled: session !== null });
  if (!session || data.length === 0) return [];
  return [null, ...data.map(({ id }) => id)].filter((id) => !listed.includes(id));
}
