// What the school says about itself, as its settings have it: the one place from which every page takes it.
import { queryOptions, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "./api/client";
import type { components } from "./api/schema";

type Settings = components["schemas"]["SchoolSettings"];

/** What is known of the school: its name at least. */
export type School = Partial<Settings> & Pick<Settings, "name" | "pages">;

/** Until the school has said its own name. */
const UNKNOWN: School = { name: "Préau", pages: [] };

export const schoolQuery = queryOptions({
  queryKey: ["settings", "school"],
  queryFn: () => unwrap(api.GET("/settings/school")),
  staleTime: 5 * 60_000,
});

export function useSchool(): School {
  return { ...UNKNOWN, ...useQuery(schoolQuery).data };
}

/** `13100 Aix-en-Provence`; empty when neither is said. */
export function townOf({ postalCode, city }: Pick<School, "postalCode" | "city">): string {
  return [postalCode, city].filter(Boolean).join(" ");
}

/** What a `tel:` link dials: a French number as it is called from anywhere. */
export function phoneLink(phone: string): string {
  const digits = phone.replace(/[^+\d]/g, "");
  return /^0\d{9}$/.test(digits) ? `+33${digits.slice(1)}` : digits;
}
