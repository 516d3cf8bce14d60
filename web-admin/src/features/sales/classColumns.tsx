// What a class list says of each learner: everybody's names and progress, for an administrator how to reach them.
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { day, money, percent } from "web-shared/format/format";
import { Tag, type Tone } from "web-shared/ui/Tag";
import { type CsvValue, decimal } from "../../ui/csv";
import { Level } from "../../ui/Level";
import { MailAddress } from "../../ui/MailAddress";
import { Needs } from "../../ui/Needs";
import type { Column } from "../../ui/Table";
import { type Class, certifiedQuery, classQuery } from "./api";
import styles from "./Class.module.css";
import { IssueCertificate, isDue } from "./IssueCertificate";
import { useScope } from "./state";

export type Learner = Class["learners"][number];

const TONES: Record<Learner["status"], Tone> = {
  ACTIVE: "success",
  COMPLETED: "accent",
  EXPIRED: "neutral",
};

interface ClassView {
  course: Class["course"];
  /** For an administrator. */
  whole: boolean;
  /** With a column to tick. */
  presence: boolean;
}

export function useClassColumns({ course, whole, presence }: ClassView): Column<Learner>[] {
  const { t } = useTranslation();
  const scope = useScope();
  const contact: Column<Learner>[] = [
    {
      id: "contact",
      long: true,
      header: t("dashboard.learners.contact"),
      cell: ({ row: { original } }) => <Contact learner={original} />,
    },
    {
      id: "payer",
      header: t("dashboard.sales.payer"),
      cell: ({ row: { original } }) => <Payer learner={original} />,
    },
  ];
  const certificate: Column<Learner> = {
    id: "certificate",
    place: "actions",
    header: t("dashboard.certificates.column"),
    cell: ({ row: { original } }) => <Certificate learner={original} course={course} />,
  };
  const level: Column<Learner> = {
    id: "level",
    place: "aside",
    labelled: true,
    // A field for each would make the cards of a phone too tall.
    card: ({ level }) => level ?? "—",
    header: t("dashboard.today.level"),
    cell: ({ row: { original } }) => <LevelOf learner={original} course={course} />,
  };
  const tick: Column<Learner> = {
    id: "presence",
    only: "table",
    header: t("dashboard.learners.presence"),
    cell: () => <span className={styles.tick} />,
  };
  return [
    {
      id: "name",
      place: "title",
      card: ({ firstName, lastName }) => (
        <b>
          {lastName} {firstName}
        </b>
      ),
      header: t("dashboard.sales.learner"),
      cell: ({ row: { original } }) => (
        <div>
          <b>
            {original.lastName} {original.firstName}
          </b>
          <small>{scope(original.moduleTitles)}</small>
          {original.needs && <Needs>{original.needs}</Needs>}
        </div>
      ),
    },
    {
      id: "scope",
      header: t("dashboard.sales.scope"),
      only: "card",
      cell: ({ row: { original } }) => scope(original.moduleTitles),
    },
    level,
    ...(whole ? contact : []),
    {
      id: "starts",
      only: "wide",
      header: t("dashboard.sales.starts"),
      cell: ({ row: { original } }) => (
        <>
          {day(original.startDate, "short")}
          <small className={styles.onScreen}>
            {t("dashboard.today.since", { day: day(original.since, "short") })}
          </small>
        </>
      ),
    },
    {
      id: "progress",
      place: "aside",
      labelled: true,
      header: t("dashboard.sales.progress"),
      numeric: true,
      cell: ({ row: { original } }) => percent(original.progressionPercentage),
    },
    {
      id: "state",
      place: "tag",
      header: t("dashboard.sales.state"),
      cell: ({ row: { original } }) => (
        <Tag tone={TONES[original.status]}>{t(`dashboard.learners.is.${original.status}`)}</Tag>
      ),
    },
    ...(whole ? [certificate] : []),
    ...(presence ? [tick] : []),
  ];
}

function LevelOf({ learner, course }: { learner: Learner; course: Class["course"] }) {
  const { subscriptionId, firstName, lastName, level } = learner;
  return (
    <>
      <span className={styles.onPaper}>{level}</span>
      <span className={styles.onScreen}>
        <Level
          subscriptionId={subscriptionId}
          learnerName={`${firstName} ${lastName}`}
          level={level}
          list={classQuery(course.id).queryKey}
          compact
        />
      </span>
    </>
  );
}

function Certificate({ learner, course }: { learner: Learner; course: Class["course"] }) {
  const { subscriptionId, firstName, lastName, status } = learner;
  const { type: courseType, name } = course;
  const due = isDue({ courseType, status });
  const { data: certified, isPending } = useQuery({ ...certifiedQuery(name), enabled: due });
  if (!due || isPending || certified?.has(subscriptionId)) return null;
  const learnerName = `${firstName} ${lastName}`;
  return (
    <IssueCertificate subscriptionId={subscriptionId} learnerName={learnerName} courseName={name} />
  );
}

function Contact({ learner: { contact } }: { learner: Learner }) {
  const { t } = useTranslation();
  if (!contact) return null;
  return (
    <div>
      {contact.email ? (
        <a href={`mailto:${contact.email}`}>
          <MailAddress>{contact.email}</MailAddress>
        </a>
      ) : (
        t("dashboard.users.noEmail")
      )}
      {contact.phone && <small>{contact.phone}</small>}
    </div>
  );
}

function Payer({ learner: { contact } }: { learner: Learner }) {
  const { t } = useTranslation();
  if (!contact) return null;
  const { payerName, payerEmail, email, amount } = contact;
  if (typeof amount !== "number") return t("dashboard.learners.given");
  return (
    <div>
      {payerEmail === email ? t("dashboard.learners.self") : (payerName ?? payerEmail)}
      <small className={styles.amount}>{money(amount)}</small>
    </div>
  );
}

type FileColumn = { header: string; value: (row: Learner) => CsvValue };

export function useClassFile(whole: boolean): FileColumn[] {
  const { t } = useTranslation();
  const scope = useScope();
  const contact: FileColumn[] = [
    { header: t("dashboard.sales.file.learnerEmail"), value: ({ contact }) => contact?.email },
    { header: t("dashboard.learners.phone"), value: ({ contact }) => contact?.phone },
    { header: t("dashboard.sales.payer"), value: ({ contact }) => contact?.payerName },
    { header: t("dashboard.sales.file.payerEmail"), value: ({ contact }) => contact?.payerEmail },
    {
      header: t("dashboard.sales.file.amount"),
      value: ({ contact }) => (typeof contact?.amount === "number" ? decimal(contact.amount) : ""),
    },
  ];
  return [
    { header: t("dashboard.learners.lastName"), value: ({ lastName }) => lastName },
    { header: t("dashboard.learners.firstName"), value: ({ firstName }) => firstName },
    ...(whole ? contact : []),
    { header: t("dashboard.today.level"), value: ({ level }) => level },
    { header: t("dashboard.sales.scope"), value: ({ moduleTitles }) => scope(moduleTitles) },
    { header: t("dashboard.sales.starts"), value: ({ startDate }) => startDate },
    { header: t("dashboard.sales.since"), value: ({ since }) => since },
    {
      header: t("dashboard.sales.file.percent"),
      value: ({ progressionPercentage }) => progressionPercentage,
    },
    {
      header: t("dashboard.sales.state"),
      value: ({ status }) => t(`dashboard.learners.is.${status}`),
    },
  ];
}
