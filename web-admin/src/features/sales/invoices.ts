// Invoices and credit notes as an administrator reads them. Nobody changes them.
import { queryOptions, useMutation } from "@tanstack/react-query";
import { api, unwrap } from "web-shared/api/client";
import type { components } from "web-shared/api/schema";
import { errorText } from "web-shared/i18n/errors";
import { notifyFailure } from "web-shared/ui/notify";
import { saveCsv } from "../../ui/csv";

export type ListedInvoice = components["schemas"]["ListedInvoice"];

export const SIZE = 20;

/** Days of issue, empty where the period is open. */
export interface Period {
  from: string;
  to: string;
}

const asked = ({ from, to }: Period) => ({ ...(from && { from }), ...(to && { to }) });

export function invoicesQuery(period: Period, page: number) {
  return queryOptions({
    queryKey: ["sales", "invoices", period, page],
    queryFn: async ({ signal }) => {
      const params = { query: { ...asked(period), page, size: SIZE } };
      const list = await unwrap(api.GET("/invoices", { params, signal }));
      // A page was asked for, so a page has come.
      return Array.isArray(list) ? { items: list, total: list.length } : list;
    },
  });
}

/** Hands the browser the accountant's file of a period. */
export function useExport() {
  return useMutation({
    mutationFn: async (period: Period) => {
      const params = { query: asked(period) };
      const file = await unwrap(api.GET("/invoices/export.csv", { params, parseAs: "blob" }));
      const days = [period.from, period.to].filter(Boolean).map((day) => `-${day}`);
      saveCsv(`factures${days.join("")}`, file as unknown as Blob); // not as text, which would lose its mark of UTF-8
    },
    onError: (error) => notifyFailure(errorText(error)),
  });
}
