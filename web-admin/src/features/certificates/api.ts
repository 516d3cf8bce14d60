// Certificates of completion as an administrator keeps them. What they state is never changed; they are revoked, and
// reinstated.
import { queryOptions, useQueryClient } from "@tanstack/react-query";
import type { Certificate } from "web-shared/api/certificates";
import { api, unwrap } from "web-shared/api/client";
import { useSendOnce } from "web-shared/api/sendOnce";

export const SIZE = 20;
const CERTIFICATES = "certificates";

export function certificatesQuery(q: string, page: number) {
  return queryOptions({
    queryKey: [CERTIFICATES, q, page],
    queryFn: async ({ signal }) => {
      const query = { ...(q && { q }), page, size: SIZE };
      const list = await unwrap(api.GET("/certificates", { params: { query }, signal }));
      // A page was asked for, so a page has come.
      return Array.isArray(list) ? { items: list, total: list.length } : list;
    },
  });
}

/** Sends a change once, then reads the list again, also when it was refused. */
function useChange<Body>(post: (body: Body, key: string) => Promise<Certificate>) {
  const queries = useQueryClient();
  return useSendOnce(async (body: Body, key: string) => {
    try {
      return await post(body, key);
    } finally {
      void queries.invalidateQueries({ queryKey: [CERTIFICATES] });
    }
  });
}

export function useRevoke() {
  return useChange(({ id, reason }: { id: number; reason: string }, key) =>
    unwrap(
      api.POST("/certificates/{id}/revoke", {
        params: { path: { id } },
        headers: { "Idempotency-Key": key },
        body: { reason },
      }),
    ),
  );
}

export function useReinstate() {
  return useChange(({ id }: { id: number }, key) =>
    unwrap(
      api.POST("/certificates/{id}/reinstate", {
        params: { path: { id } },
        headers: { "Idempotency-Key": key },
      }),
    ),
  );
}
