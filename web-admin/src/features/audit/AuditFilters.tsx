// What narrows the journal; each choice leads to the first page.
import { Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { currentSession } from "web-shared/api/session";
import { today } from "web-shared/format/format";
import { DayInput } from "web-shared/ui/DayInput";
import { countOf, DaysBetween, FilterBar } from "../../ui/FilterBar";
import type { Writer } from "./api";
import { ALL, type JournalFilters, kindsFor } from "./useFilters";

export function AuditFilters({ filters, writers }: { filters: JournalFilters; writers: Writer[] }) {
  const { t } = useTranslation();
  const role = currentSession()?.user.role;
  const calendar = { min: "2020-01-01", max: today() };
  return (
    <FilterBar active={countOf({ ...filters.typed })} onReset={filters.reset}>
      <Select
        label={t("dashboard.audit.kind")}
        allowDeselect={false}
        value={filters.typed.kind || ALL}
        onChange={(kind) => filters.set("kind", kind === ALL ? "" : (kind ?? ""))}
        data={[
          { value: ALL, label: t("dashboard.audit.anyKind") },
          ...kindsFor(role).map((value) => ({ value, label: t(`dashboard.audit.kinds.${value}`) })),
        ]}
      />
      {role === "ADMIN" && (
        <Select
          label={t("dashboard.audit.who")}
          allowDeselect={false}
          searchable
          value={filters.typed.person || ALL}
          onChange={(person) => filters.set("person", person === ALL ? "" : (person ?? ""))}
          data={[
            { value: ALL, label: t("dashboard.audit.anyone") },
            ...writers.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
      )}
      <DaysBetween>
        <DayInput
          label={t("dashboard.audit.from")}
          value={filters.typed.from}
          onChange={(day) => filters.set("from", day)}
          error={filters.faults.from && t("errors.invalid_date")}
          calendar={calendar}
        />
        <DayInput
          label={t("dashboard.audit.to")}
          value={filters.typed.to}
          onChange={(day) => filters.set("to", day)}
          error={
            (filters.faults.to && t("errors.invalid_date")) ||
            (filters.faults.order && t("errors.end_before_start"))
          }
          calendar={calendar}
        />
      </DaysBetween>
    </FilterBar>
  );
}
