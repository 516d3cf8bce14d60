// The first page: the guide of the first hour or who is greeted, what waits for somebody, which courses begin next, what was booked last.
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { needsNetwork } from "web-shared/api/problem";
import { type Role, useSession } from "web-shared/api/session";
import { day, today } from "web-shared/format/format";
import { errorText } from "web-shared/i18n/errors";
import { Page } from "web-shared/ui/Page";
import { FailedState, Note, Waiting } from "web-shared/ui/Scene";
import { Vue } from "web-shared/ui/Vue";
import { checklistQuery } from "../../ui/checklist";
import { dueQuery } from "../../ui/dueDecisions";
import { Absent } from "./Absent";
import { attentionQuery, bookingsQuery, guideQuery, soon, startsQuery } from "./api";
import { Bookings } from "./Bookings";
import { Guide, GuideSteps } from "./Guide";
import styles from "./Home.module.css";
import { Starts } from "./Starts";
import { isOpen, type Step, stepsOf } from "./steps";
import { ToDo } from "./ToDo";

const VIEWS = [
  { language: "fr", level: "A1" },
  { language: "en", level: "B1" },
  { language: "it", level: "A2" },
  { language: "zh", level: "C1" },
];

export function HomePage() {
  const { t } = useTranslation();
  const session = useSession();
  const { guide, coming } = useGuide(session?.user.role);
  if (!session) return null;
  if (coming) return <Waiting />;
  const { firstName, role } = session.user;
  // Before the public is let in nothing else happens in a school.
  const opened = !guide || isOpen(guide.flatMap(({ checks }) => checks));
  return (
    <Page title={t("dashboard.nav.home")}>
      {guide ? <Guide steps={guide} opened={opened} /> : <Hello name={firstName} />}
      {opened && (
        <>
          <Failures role={role} />
          <ToDo role={role} />
          {role === "ADMIN" && <Absent />}
        </>
      )}
      {guide && <GuideSteps steps={guide} />}
      {opened && (
        <div className={styles.lists} data-two={role === "ADMIN" || undefined}>
          <Starts />
          {role === "ADMIN" && <Bookings />}
        </div>
      )}
    </Page>
  );
}

/** What could not be read, told once whatever it was. Each part that has failed leaves its place. */
function Failures({ role }: { role: Role }) {
  const attention = useQuery(attentionQuery(role));
  const starts = useQuery(startsQuery);
  const bookings = useQuery({ ...bookingsQuery, enabled: role === "ADMIN" });
  const due = useQuery(dueQuery);
  const failed = [attention, starts, bookings, due].filter(({ data, error }) => error && !data);
  const [first] = failed;
  if (!first) return null;
  // On the front page the rest is worth more than a scene.
  if (needsNetwork(first.error)) return <Note>{errorText(first.error)}</Note>;
  const retry = () => {
    for (const { refetch } of failed) void refetch();
  };
  return <FailedState error={first.error} onRetry={retry} />;
}

interface Due {
  guide: Step[] | undefined;
  /** It is not known yet whether there is one. */
  coming: boolean;
}

/** The steps of the first hour, until an administrator puts them away. */
function useGuide(role: Role | undefined): Due {
  const enabled = role === "ADMIN";
  const guide = useQuery({ ...guideQuery, enabled });
  const wanted = enabled && guide.data?.putAway === false;
  const { data, isLoading } = useQuery({ ...checklistQuery, enabled: wanted });
  return {
    guide: wanted && data ? stepsOf(data) : undefined,
    coming: guide.isLoading || isLoading,
  };
}

function Hello({ name }: { name: string }) {
  const { t } = useTranslation();
  const { data: starts } = useQuery(startsQuery);
  return (
    <div className={styles.hello}>
      <div>
        <h1>{t("dashboard.home.greeting", { name })}</h1>
        <p>
          {day(today(), "full")}
          {starts && `. ${t("dashboard.home.soon", { count: soon(starts).length })}`}
        </p>
      </div>
      <div className={styles.views} aria-hidden="true">
        {VIEWS.map((view) => (
          <Vue key={view.language} {...view} />
        ))}
      </div>
    </div>
  );
}
