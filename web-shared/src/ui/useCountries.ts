// The countries of the form, named in the interface's language; kept in French, as the school writes them.
import type { ComboboxItem, OptionsFilter } from "@mantine/core";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { countryName } from "../format/format";

interface Country {
  /** In French. */
  name: string;
  dial_code: string;
  /** ISO 3166-1. */
  code: string;
}

interface DialCode extends ComboboxItem {
  /** The countries that share it, folded for the search. */
  names: string;
}

const countriesQuery = queryOptions({
  queryKey: ["countries"],
  queryFn: async (): Promise<Country[]> => {
    const response = await fetch("/assets/data/countries.json");
    if (!response.ok) throw new Error(`no countries: ${response.status}`);
    return response.json();
  },
  staleTime: Number.POSITIVE_INFINITY,
});

export function useCountries() {
  const { i18n } = useTranslation();
  const { data } = useQuery(countriesQuery);
  const language = i18n.language;
  return useMemo(() => {
    const countries = data ?? fallback;
    const named = countries.map((country) => ({
      ...country,
      label: countryName(country.code) ?? country.name,
    }));
    const dialCodes = dialCodesOf(named);
    return {
      names: named
        .toSorted((a, b) => a.label.localeCompare(b.label, language))
        .map(({ name, label }) => ({ value: name, label })),
      dialCodes,
      findDialCode: finder(dialCodes),
    };
  }, [data, language]);
}

/** While the list loads, or when it cannot: the school's own country. */
const fallback: Country[] = [{ name: "France", dial_code: "+33", code: "FR" }];

/** One entry for each code: "+33 FR"; its main country comes first in the file. */
function dialCodesOf(countries: (Country & { label: string })[]): DialCode[] {
  const byCode = Map.groupBy(countries, (country) => country.dial_code);
  return [...byCode]
    .map(([value, sharing]) => ({
      value,
      label: `${value} ${sharing[0]?.code ?? ""}`.trim(),
      names: fold(
        sharing.map((country) => `${country.label} ${country.name} ${country.code}`).join(" "),
      ),
    }))
    .sort((a, b) => Number(a.value.slice(1)) - Number(b.value.slice(1)));
}

function finder(dialCodes: DialCode[]): OptionsFilter {
  const names = new Map(dialCodes.map((code) => [code.value, code.names]));
  return ({ options, search }) => {
    const asked = fold(search);
    return options.filter(
      (option) =>
        "value" in option &&
        (fold(option.label).includes(asked) || names.get(String(option.value))?.includes(asked)),
    );
  };
}

function fold(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").trim().toLowerCase();
}
