// The first page: who is greeted, what waits for somebody, which courses begin next, what was booked last.
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useSession } from "web-shared/api/session";
import { day, today } from "web-shared/format/format";
import { Page } from "web-shared/ui/Page";
import { Vue } from "web-shared/ui/Vue";
import { soon, startsQuery } from "./api";
import { Bookings } from "./Bookings";
import styles from "./Home.module.css";
import { Starts } from "./Starts";
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
  const { data: starts } = useQuery(startsQuery);
  if (!session) return null;
  const { firstName, role } = session.user;
  return (
    <Page title={t("dashboard.nav.home")}>
      <div className={styles.hello}>
        <div>
          <h1>{t("dashboard.home.greeting", { name: firstName })}</h1>
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
      <ToDo role={role} />
      <div className={styles.lists} data-two={role === "ADMIN" || undefined}>
        <Starts />
        {role === "ADMIN" && <Bookings />}
      </div>
    </Page>
  );
}
