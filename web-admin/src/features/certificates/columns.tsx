// What the list says of each certificate.
import { useTranslation } from "react-i18next";
import type { Certificate } from "web-shared/api/certificates";
import { day, dayOf, number } from "web-shared/format/format";
import { labelOf, useLanguages } from "web-shared/taughtLanguages";
import { Tag } from "web-shared/ui/Tag";
import type { Column } from "../../ui/Table";
import { CertificateActions } from "./CertificateActions";
import styles from "./Certificates.module.css";

export function useColumns(rows: Certificate[] | undefined): Column<Certificate>[] {
  const { t } = useTranslation();
  // Courses on the net have none, and so may a whole page of them.
  const timed = rows?.some(({ hours }) => typeof hours === "number");
  const hours: Column<Certificate> = {
    id: "hours",
    only: "table",
    header: t("dashboard.certificates.hours"),
    numeric: true,
    cell: ({ row: { original } }) =>
      typeof original.hours === "number" ? number(original.hours) : "",
  };
  return [
    {
      id: "learner",
      place: "title",
      header: t("dashboard.sales.learner"),
      cell: ({ row: { original } }) => <Learner certificate={original} />,
    },
    {
      id: "course",
      long: true,
      header: t("dashboard.sales.course"),
      cell: ({ row: { original } }) => <Course certificate={original} />,
    },
    ...(timed ? [hours] : []),
    {
      id: "issued",
      place: "aside",
      header: t("dashboard.certificates.issued"),
      cell: ({ row: { original } }) => day(dayOf(original.issuedAt), "short"),
    },
    {
      id: "state",
      place: "tag",
      header: t("dashboard.sales.state"),
      cell: ({ row: { original } }) => <State certificate={original} />,
    },
    {
      id: "actions",
      place: "actions",
      header: t("dashboard.table.actions"),
      cell: ({ row: { original } }) => <CertificateActions certificate={original} />,
    },
  ];
}

function Learner({ certificate: { learnerName, number } }: { certificate: Certificate }) {
  const { t } = useTranslation();
  return (
    <div className={styles.two}>
      {learnerName ? (
        <b>{learnerName}</b>
      ) : (
        <span className="muted">{t("dashboard.certificates.gone")}</span>
      )}
      <small className={styles.number}>{number}</small>
    </div>
  );
}

function Course({ certificate: { courseName, language, level } }: { certificate: Certificate }) {
  useTranslation(); // the name changes with the language of the interface
  const taught = useLanguages().of(language);
  return (
    <div className={styles.two}>
      <span lang="fr">{courseName}</span>
      <small>
        {taught ? labelOf(taught) : language} {level}
      </small>
    </div>
  );
}

function State({ certificate: { revokedAt, revokeReason } }: { certificate: Certificate }) {
  const { t } = useTranslation();
  if (!revokedAt) return <Tag tone="success">{t("dashboard.certificates.is.valid")}</Tag>;
  const since = day(dayOf(revokedAt), "short");
  return (
    <div className={styles.two}>
      <Tag tone="danger">{t("dashboard.certificates.is.revoked")}</Tag>
      <small>{t("dashboard.certificates.revokedOn", { day: since, reason: revokeReason })}</small>
    </div>
  );
}
