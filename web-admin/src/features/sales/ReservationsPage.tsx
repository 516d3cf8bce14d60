// All reservations, the newest first: found by people, money, course, state and day.
import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { Icon } from "web-shared/ui/Icon";
import { Choice } from "../../ui/Choice";
import { DashboardPage } from "../../ui/DashboardPage";
import { ExportButton } from "../../ui/ExportButton";
import { countOf, DaysBetween, FilterBar } from "../../ui/FilterBar";
import { Pages } from "../../ui/Pages";
import { SearchField } from "../../ui/SearchField";
import { Table } from "../../ui/Table";
import { useChoice, useKept, usePage, useSought } from "../../ui/usePage";
import { loadReservations, REFUNDS, RESERVATION_STATES, reservationsQuery, SIZE } from "./api";
import { DeskSale } from "./DeskSale";
import { CourseChoice, DayChoice } from "./Filters";
import { useReservationColumns, useReservationFile } from "./reservationColumns";
import styles from "./Sales.module.css";

export function ReservationsPage() {
  const { t } = useTranslation();
  const [page, turn] = usePage();
  const [, setQuery] = useSearchParams();
  const q = useSought();
  const [status, choose] = useChoice("status", RESERVATION_STATES);
  const [refundByHand, chooseRefunds] = useChoice("refundByHand", REFUNDS);
  const [{ courseId, from, to }, keep] = useKept(["courseId", "from", "to"]);
  const filters = { q, status, courseId, from, to, refundByHand };
  const [selling, sale] = useDisclosure(false);
  const { data, error, refetch } = useQuery({
    ...reservationsQuery(filters, page),
    placeholderData: keepPreviousData,
  });
  const narrowed = countOf(filters) > 0;
  return (
    <DashboardPage
      title={t("dashboard.nav.reservations")}
      lead={data ? t("dashboard.sales.reservations", { count: data.total }) : null}
      action={
        <div className={styles.buttons}>
          <ExportButton
            name="reservations"
            columns={useReservationFile()}
            load={(page, size, signal) => loadReservations(filters, { page, size }, signal)}
          />
          <Button leftSection={<Icon name="plus-bold" />} onClick={sale.open}>
            {t("dashboard.sales.desk.open")}
          </Button>
          {selling && <DeskSale onClose={sale.close} />}
        </div>
      }
    >
      <FilterBar
        search={<SearchField label={t("dashboard.sales.searchReservations")} />}
        searched={q !== ""}
        active={countOf({ status, courseId, from, to, refundByHand })}
        onReset={() => setQuery({})}
      >
        <Choice
          label={t("dashboard.sales.state")}
          value={status}
          onChange={choose}
          data={RESERVATION_STATES.map((value) => ({
            value,
            label: t(`dashboard.sales.statuses.${value}`),
          }))}
        />
        <Choice
          label={t("dashboard.sales.refund")}
          value={refundByHand}
          onChange={chooseRefunds}
          data={REFUNDS.map((value) => ({ value, label: t(`dashboard.sales.refundDue.${value}`) }))}
        />
        <CourseChoice value={courseId} onChange={(courseId) => keep({ courseId })} />
        <DaysBetween>
          <DayChoice
            label={t("dashboard.sales.from")}
            value={from}
            onChange={(from) => keep({ from })}
          />
          <DayChoice label={t("dashboard.sales.to")} value={to} onChange={(to) => keep({ to })} />
        </DaysBetween>
      </FilterBar>
      <Table
        caption={t("dashboard.nav.reservations")}
        columns={useReservationColumns(data?.offset ?? 0)}
        rows={data?.items}
        keyOf={({ id }) => id}
        error={error}
        onRetry={() => void refetch()}
        empty={t(narrowed ? "dashboard.sales.noneFound" : "dashboard.sales.noReservation")}
      />
      {data && <Pages page={page} size={SIZE} total={data.total} onPage={turn} />}
    </DashboardPage>
  );
}
