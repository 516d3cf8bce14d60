// All certificates, the newest first: found by number, learner and course; kept as PDF, revoked, reinstated.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { DashboardPage } from "../../ui/DashboardPage";
import { Pages } from "../../ui/Pages";
import { SearchField } from "../../ui/SearchField";
import { Table } from "../../ui/Table";
import { usePage, useSought } from "../../ui/usePage";
import { certificatesQuery, SIZE } from "./api";
import styles from "./Certificates.module.css";
import { useColumns } from "./columns";

export function CertificatesPage() {
  const { t } = useTranslation();
  const [page, turn] = usePage();
  const sought = useSought();
  const { data, error, refetch } = useQuery({
    ...certificatesQuery(sought, page),
    placeholderData: keepPreviousData,
  });
  return (
    <DashboardPage
      title={t("dashboard.nav.certificates")}
      lead={!sought && (data ? t("dashboard.certificates.lead", { count: data.total }) : null)}
    >
      <div className={styles.filters}>
        <SearchField label={t("dashboard.certificates.search")} className={styles.search} />
      </div>
      <Table
        caption={t("dashboard.nav.certificates")}
        columns={useColumns(data?.items)}
        rows={error ? undefined : data?.items}
        keyOf={({ id }) => id}
        error={error}
        onRetry={() => void refetch()}
        empty={t(sought ? "dashboard.sales.noneFound" : "dashboard.certificates.none")}
      />
      {data && !error && <Pages page={page} size={SIZE} total={data.total} onPage={turn} />}
    </DashboardPage>
  );
}
