// One person of the school, found by a part of the name or address.
import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { errorText } from "web-shared/i18n/errors";
import { peopleQuery } from "./api";

interface PersonSearchProps {
  label: string;
  error: string | undefined;
  onChange: (person: { id: number; name: string } | null) => void;
}

const PAUSE = 250; // milliseconds in which nothing more is typed

export function PersonSearch({ label, error, onChange }: PersonSearchProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState<{ value: string; label: string } | null>(null);
  const [q] = useDebouncedValue(typed === chosen?.label ? "" : typed.trim(), PAUSE);
  const people = useQuery({ ...peopleQuery(q), placeholderData: keepPreviousData });
  const found = (people.data ?? []).map(({ id, firstName, lastName, email, guardian }) => ({
    value: String(id),
    label: [
      `${firstName} ${lastName}`,
      email ?? t("dashboard.users.noEmail"),
      guardian && t("dashboard.users.guardian", { ...guardian }),
    ]
      .filter(Boolean)
      .join(" · "),
  }));
  const offered =
    chosen && !found.some(({ value }) => value === chosen.value) ? [chosen, ...found] : found;
  return (
    <Select
      label={label}
      placeholder={t("dashboard.sales.searchPerson")}
      searchable
      clearable
      clearButtonProps={{ "aria-label": t("faq.clear") }}
      data={offered}
      filter={({ options }) => options}
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage={people.error ? errorText(people.error) : t("dashboard.sales.noPerson")}
      value={chosen?.value ?? null}
      onChange={(value, option) => {
        setChosen(option);
        onChange(option && { id: Number(value), name: option.label.split(" · ")[0] ?? "" });
      }}
      error={error}
    />
  );
}
