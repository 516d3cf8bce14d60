// The timetable of the school: a day, a week or a month; by room, teacher or language. On a phone a list of each day.
import { Button, Skeleton } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Icon } from "web-shared/ui/Icon";
import { FailedState, Note, Waiting } from "web-shared/ui/Scene";
import { DashboardPage } from "../../ui/DashboardPage";
import { countOf } from "../../ui/FilterBar";
import { SchoolButton } from "../../ui/SchoolOnly";
import type { ClassSession } from "./api";
import styles from "./Calendar.module.css";
import { DayLists } from "./DayLists";
import { FreeRooms } from "./FreeRooms";
import { ImportDialog } from "./ImportDialog";
import { Legend } from "./Legend";
import { PrintSheet } from "./PrintSheet";
import { RefusalNote } from "./RefusalNote";
import { SessionDialog } from "./SessionDialog";
import { SessionMenu } from "./SessionMenu";
import type { SessionDraft } from "./session";
import { Toolbar } from "./Toolbar";
import { useMove } from "./useMove";
import { type Place, type Timetable, usePlace, useRows, useTimetable } from "./useTimetable";

/** The component that draws it comes with this page alone. */
const Grid = lazy(() => import("./Grid").then((part) => ({ default: part.Grid })));

const PHONE = "(max-width: 47.99em)";

/** What stands over the page. */
type Over =
  | { open: ClassSession }
  | { change: ClassSession; start: Partial<SessionDraft> }
  | { add: Partial<SessionDraft> }
  | null;

export function CalendarPage() {
  const { t } = useTranslation();
  const phone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false }) ?? false;
  const place = usePlace(phone);
  const timetable = useTimetable(place);
  const [over, setOver] = useState<Over>(null);
  const [importing, setImporting] = useState(false);
  const { shown } = timetable;
  const inRange = shown?.filter(({ status }) => status === "PLANNED") ?? [];
  return (
    <DashboardPage
      title={t("dashboard.timetable.calendar.title")}
      lead={
        shown
          ? t("dashboard.timetable.calendar.lead", {
              sessions: t("dashboard.timetable.dates.sessions", { count: inRange.length }),
              count: inRange.filter(({ roomId }) => roomId).length,
            })
          : null
      }
      action={
        <>
          <Button
            className={styles.print}
            variant="outline"
            leftSection={<Icon name="printer" />}
            onClick={() => window.print()}
          >
            {t("dashboard.timetable.calendar.print")}
          </Button>
          <SchoolButton
            className={styles.print}
            variant="outline"
            leftSection={<Icon name="arrow-up-bold" />}
            onClick={() => setImporting(true)}
          >
            {t("dashboard.timetable.import.open")}
          </SchoolButton>
          <Button
            leftSection={<Icon name="plus-bold" />}
            onClick={() => setOver({ add: { date: place.date } })}
          >
            {t("dashboard.timetable.session.add")}
          </Button>
        </>
      }
    >
      <Toolbar place={place} timetable={timetable} phone={phone} />
      <Content place={place} timetable={timetable} phone={phone} onOver={setOver} />
      {importing && <ImportDialog onClose={() => setImporting(false)} />}
      {over && <OverPage over={over} all={timetable.all} onClose={() => setOver(null)} />}
    </DashboardPage>
  );
}

interface ContentProps {
  place: Place;
  timetable: Timetable;
  phone: boolean;
  onOver: (over: Over) => void;
}

function Content({ place, timetable, phone, onOver }: ContentProps) {
  const { t } = useTranslation();
  const rows = useRows(place, timetable);
  const mover = useMove();
  const [folded, setFolded] = useState(true);
  const { shown, failed, retry } = timetable;
  const outline = (
    <Waiting>
      <Skeleton height={480} radius="lg" />
    </Waiting>
  );
  if (failed) {
    return (
      <FailedState error={failed} what={t("dashboard.timetable.loadFailed")} onRetry={retry} />
    );
  }
  if (!shown) return outline;
  const open = (session: ClassSession) => onOver({ open: session });
  return (
    <>
      {mover.refusal && (
        <RefusalNote
          refusal={mover.refusal}
          mover={mover}
          timetable={timetable}
          onOtherTime={(session, start) => onOver({ change: session, start })}
        />
      )}
      <div className={styles.screen}>
        {phone ? (
          <DayLists place={place} timetable={timetable} onOpen={open} />
        ) : (
          <Suspense fallback={outline}>
            <Grid
              key={place.view}
              sessions={shown}
              view={place.view}
              by={place.by}
              date={place.date}
              rows={rows}
              closed={timetable.closed}
              teacherOf={timetable.teacherOf}
              folded={folded}
              refusal={mover.refusal}
              onOpen={open}
              onUnfold={() => setFolded(false)}
              onAdd={(add) => onOver({ add })}
              onMove={mover.move}
            />
          </Suspense>
        )}
        {!phone && shown.length === 0 && countOf({ ...place.chosen }) === 0 && (
          <Note>
            <p>{t("dashboard.timetable.calendar.nothing")}</p>
            <p>
              <Link to="/course/list">{t("dashboard.timetable.calendar.chooseCourse")}</Link>
            </p>
          </Note>
        )}
        {!phone && (
          <Legend
            onFold={
              !folded && place.by === "room" && place.view === "week"
                ? () => setFolded(true)
                : undefined
            }
          />
        )}
        <FreeRooms place={place} timetable={timetable} onAdd={(add) => onOver({ add })} />
      </div>
      <PrintSheet place={place} timetable={timetable} rows={rows} />
    </>
  );
}

interface OverPageProps {
  over: NonNullable<Over>;
  all: readonly ClassSession[];
  onClose: () => void;
}

function OverPage({ over, all, onClose }: OverPageProps) {
  if ("add" in over) return <SessionDialog session={null} start={over.add} onClose={onClose} />;
  if ("change" in over) {
    return <SessionDialog session={over.change} typed={over.start} onClose={onClose} />;
  }
  const now = all.find(({ id }) => id === over.open.id) ?? over.open;
  return <SessionMenu session={now} withCourse onClose={onClose} />;
}
