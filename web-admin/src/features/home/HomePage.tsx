// The first page: who is greeted, what waits for somebody, which courses begin next.
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { type Course, courseAddress } from "web-shared/api/courses";
import { type Session, useSession } from "web-shared/api/session";
import { day, today } from "web-shared/format/format";
import { Icon } from "web-shared/ui/Icon";
import { Page } from "web-shared/ui/Page";
import { FailedState, Note, Waiting } from "web-shared/ui/Scene";
import { Seats } from "web-shared/ui/Seats";
import { Vue } from "web-shared/ui/Vue";
import { type Column, Table } from "../../ui/Table";
import { attentionQuery, startsQuery } from "./api";
import styles from "./Home.module.css";

const VIEWS = [
  { language: "fr", level: "A1" },
  { language: "en", level: "B1" },
  { language: "it", level: "A2" },
  { language: "zh", level: "C1" },
];

export function HomePage() {
  const { t } = useTranslation();
  const session = useSession();
  if (!session) return null;
  return (
    <Page title={t("dashboard.nav.home")}>
      <div className={styles.hello}>
        <div>
          <h1>{t("dashboard.home.greeting", { name: session.user.firstName })}</h1>
          <p>{day(today(), "full")}</p>
        </div>
        <div className={styles.views} aria-hidden="true">
          {VIEWS.map((view) => (
            <Vue key={view.language} {...view} />
          ))}
        </div>
      </div>
      <ToDo role={session.user.role} />
      <Starts />
    </Page>
  );
}

function ToDo({ role }: { role: Session["user"]["role"] }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(attentionQuery(role));
  if (!data) {
    return error ? (
      <FailedState error={error} onRetry={() => void refetch()} />
    ) : (
      <Waiting>
        <div className={styles.reserved} />
      </Waiting>
    );
  }
  const things = [
    { name: "comments", to: "/comment/list?shown=hidden" },
    { name: "messages", to: "/messages" },
    { name: "mails", to: "/mails?status=PARKED" },
  ] as const;
  const waiting = things.filter(({ name }) => data[name] > 0);
  return (
    <section aria-label={t("dashboard.home.toDo")}>
      {waiting.length === 0 ? (
        <Note tone="success">{t("dashboard.home.nothing")}</Note>
      ) : (
        <ul className={styles.toDo}>
          {waiting.map(({ name, to }) => (
            <li key={name}>
              <Link to={to}>
                <span className="num">{data[name]}</span>
                <span>
                  <b>{t(`dashboard.home.${name}`, { count: data[name] })}</b>
                  {t(`dashboard.home.${name}What`)}
                </span>
                <Icon name="caret-right-bold" />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Starts() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(startsQuery);
  const columns: Column<Course>[] = [
    {
      id: "name",
      header: t("dashboard.home.course"),
      cell: ({ row: { original } }) => (
        <a href={courseAddress(original)} lang="fr">
          {original.name}
        </a>
      ),
    },
    {
      id: "language",
      header: t("dashboard.home.language"),
      cell: ({ row: { original } }) => (
        <span className={styles.language} data-language={original.languageCode}>
          {original.language} {original.level}
        </span>
      ),
    },
    {
      id: "start",
      header: t("dashboard.home.start"),
      cell: ({ row: { original } }) => day(original.startDate, "medium"),
    },
    {
      id: "seats",
      header: t("dashboard.home.seats"),
      cell: ({ row: { original } }) =>
        original.capacity ? (
          <span data-language={original.languageCode}>
            <Seats left={original.seatsLeft} capacity={original.capacity} />
          </span>
        ) : (
          t("dashboard.home.unlimited")
        ),
    },
  ];
  return (
    <section className={styles.starts}>
      <h2>{t("dashboard.home.starts")}</h2>
      <Table
        caption={t("dashboard.home.starts")}
        columns={columns}
        rows={data}
        keyOf={({ id }) => id}
        error={error}
        onRetry={() => void refetch()}
        empty={t("dashboard.home.noStarts")}
      />
    </section>
  );
}
