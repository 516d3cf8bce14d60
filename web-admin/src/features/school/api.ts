// What the school says of itself, and its legal pages with all their versions.
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "web-shared/api/client";
import type { components } from "web-shared/api/schema";
import { schoolQuery } from "web-shared/school";

type Schemas = components["schemas"];

export type Settings = Schemas["SchoolSettings"];
export type SettingsInput = Schemas["SchoolInput"];
export type Page = Schemas["Page"];
export type PageVersion = Schemas["PageVersion"];

export const SLUGS = ["mentions-legales", "cgv", "confidentialite"] as const;
export type Slug = (typeof SLUGS)[number];

export const KINDS = {
  "mentions-legales": "LEGAL",
  cgv: "TERMS",
  confidentialite: "PRIVACY",
} as const;

export function isSlug(text: string | undefined): text is Slug {
  return SLUGS.some((slug) => slug === text);
}

export const versionsQuery = (slug: Slug) =>
  queryOptions({
    queryKey: ["pages", slug],
    queryFn: () => unwrap(api.GET("/pages/{slug}/versions", { params: { path: { slug } } })),
  });

export const secondFactorQuery = queryOptions({
  queryKey: ["settings", "second-factor"],
  queryFn: () => unwrap(api.GET("/settings/second-factor", {})),
});

export function useRequireSecondFactor() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (secondFactorRequired: boolean) =>
      unwrap(api.PUT("/settings/second-factor", { body: { secondFactorRequired } })),
    onSuccess: (saved) => queries.setQueryData(secondFactorQuery.queryKey, saved),
  });
}

export const networksQuery = queryOptions({
  queryKey: ["settings", "networks"],
  queryFn: () => unwrap(api.GET("/settings/networks", {})),
});

export function useNameNetworks() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (networks: string[]) =>
      unwrap(api.PUT("/settings/networks", { body: { networks } })),
    onSuccess: (saved) => queries.setQueryData(networksQuery.queryKey, saved),
  });
}

const ifMatch = (version: number) => ({ "If-Match": `"${version}"` });

export function useSaveSettings() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ version, ...body }: SettingsInput & { version: number }) =>
      unwrap(api.PUT("/settings/school", { headers: ifMatch(version), body })),
    onSuccess: (saved) => {
      queries.setQueryData(schoolQuery.queryKey, saved);
      void queries.invalidateQueries({ queryKey: ["attention"] });
    },
  });
}

interface NewVersion {
  html: string;
  /** The version it was written on; 0 for the first. */
  seen: number;
}

export function usePublish(slug: Slug) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ html, seen }: NewVersion) =>
      unwrap(
        api.PUT("/pages/{slug}", {
          params: { path: { slug } },
          headers: ifMatch(seen),
          body: { html },
        }),
      ),
    onSettled: () =>
      Promise.all(
        [["pages", slug], ["settings"], ["attention"]].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      ),
  });
}
