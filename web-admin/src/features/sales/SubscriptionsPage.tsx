// All subscriptions, the newest first: found by learner, course and how they stand; given, lengthened and ended.
import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { Icon } from "web-shared/ui/Icon";
import { Choice } from "../../ui/Choice";
import { DashboardPage } from "../../ui/DashboardPage";
import { ExportButton } from "../../ui/ExportButton";
import { countOf, FilterBar } from "../../ui/FilterBar";
import { Pages } from "../../ui/Pages";
import { SearchField } from "../../ui/SearchField";
import { Table } from "../../ui/Table";
import { useChoice, useKept, usePage, useSought } from "../../ui/usePage";
import { loadSubscriptions, SIZE, SUBSCRIPTION_STATES, subscriptionsQuery } from "./api";
import { CourseChoice } from "./Filters";
import { Grant } from "./Grant";
import styles from "./Sales.module.css";
import { useSubscriptionColumns, useSubscriptionFile } from "./subscriptionColumns";

export function SubscriptionsPage() {
  const { t } = useTranslation();
  const [page, turn] = usePage();
  const [, setQuery] = useSearchParams();
  const q = useSought();
  const [state, choose] = useChoice("state", SUBSCRIPTION_STATES);
  const [{ courseId }, keep] = useKept(["courseId"]);
  const [granting, grant] = useDisclosure(false);
  const filters = { q, state, courseId };
  const { data, error, refetch } = useQuery({
    ...subscriptionsQuery(filters, page),
    placeholderData: keepPreviousData,
  });
  const narrowed = countOf(filters) > 0;
  return (
    <DashboardPage
      title={t("dashboard.nav.subscriptions")}
      lead={data ? t("dashboard.sales.subscriptions", { count: data.total }) : null}
      action={
        <div className={styles.buttons}>
          <ExportButton
            name="inscriptions"
            columns={useSubscriptionFile()}
            load={(page, size, signal) => loadSubscriptions(filters, { page, size }, signal)}
          />
          <Button leftSection={<Icon name="plus-bold" />} onClick={grant.open}>
            {t("dashboard.sales.grant")}
          </Button>
        </div>
      }
    >
      <FilterBar
        search={<SearchField label={t("dashboard.sales.searchSubscriptions")} />}
        searched={q !== ""}
        active={countOf({ state, courseId })}
        onReset={() => setQuery({})}
      >
        <Choice
          label={t("dashboard.sales.state")}
          value={state}
          onChange={choose}
          data={SUBSCRIPTION_STATES.map((value) => ({
            value,
            label: t(`dashboard.sales.standings.${value}`),
          }))}
        />
        <CourseChoice value={courseId} onChange={(courseId) => keep({ courseId })} />
      </FilterBar>
      <Table
        caption={t("dashboard.nav.subscriptions")}
        columns={useSubscriptionColumns()}
        rows={data?.items}
        keyOf={({ id }) => id}
        error={error}
        onRetry={() => void refetch()}
        empty={t(narrowed ? "dashboard.sales.noneFound" : "dashboard.sales.noSubscription")}
      />
      {data && <Pages page={page} size={SIZE} total={data.total} onPage={turn} />}
      {granting && <Grant onClose={grant.close} />}
    </DashboardPage>
  );
}
