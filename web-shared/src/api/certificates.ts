// The reader's own certificates of completion: the cards of their courses and the page of a course ask for the same ones.
import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "./client";
import type { components } from "./schema";
import { SUBSCRIPTIONS } from "./subscriptions";

export type Certificate = components["schemas"]["Certificate"];

/** Whoever completes a course has a certificate from then on: it is asked for anew with the subscriptions. */
export const ownCertificatesQuery = queryOptions({
  queryKey: [SUBSCRIPTIONS, "certificates"],
  queryFn: () => unwrap(api.GET("/certificates/me")),
});
