// What a code is worth: the school says it; while it cannot be reached, the signature alone is checked here.
import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "web-shared/api/client";
import { ApiError, NetworkError } from "web-shared/api/problem";
import { readCode, type Summary, summaryOf } from "./code";
import { type Key, signatureOf } from "./signature";

export type Verdict =
  /** `signed`: by the school, but whether it was revoked since is not known. */
  | { is: "authentic" | "signed"; certificate: Summary }
  | { is: "revoked"; day: string; certificate: Summary | null }
  | { is: "unknown"; certificate: Summary | null }
  | { is: "forged" | "unreadable" | "unreachable" };

/** Asked for when the page opens, for the time when nothing can be asked. */
export const keysQuery = queryOptions({
  queryKey: ["certificates", "keys"],
  queryFn: () => unwrap(api.GET("/certificates/keys")),
  networkMode: "always",
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

/** What the text that somebody pasted is worth; nothing is asked for an empty one. */
export function verdictQuery(text: string) {
  return queryOptions({
    queryKey: ["certificates", "verdict", text],
    queryFn: ({ client }) => verdictOn(text, () => client.fetchQuery(keysQuery).catch(() => [])),
    enabled: text !== "",
    networkMode: "always", // without a network there is an answer as well
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** `keys`: those that came with the page, if they did. */
async function verdictOn(text: string, keys: () => Promise<Key[]>): Promise<Verdict> {
  try {
    const body = { code: text };
    return {
      is: "authentic",
      certificate: await unwrap(api.POST("/certificates/verify", { body })),
    };
  } catch (error) {
    if (away(error)) return offline(text, await keys());
    const refused = error instanceof ApiError ? refusal(error, text) : null;
    if (refused) return refused;
    throw error;
  }
}

/** No answer, or a server in trouble. */
function away(error: unknown): boolean {
  return error instanceof NetworkError || (error instanceof ApiError && error.status >= 500);
}

function refusal({ problem }: ApiError, text: string): Verdict | null {
  const code = readCode(text);
  const certificate = code && summaryOf(code); // the school has found its signature right
  if (problem.code === "certificate_revoked") {
    return { is: "revoked", day: String(problem.params?.day ?? ""), certificate };
  }
  if (problem.status === 404) return { is: "unknown", certificate };
  const codes = problem.fields?.map((field) => field.code) ?? [];
  if (codes.includes("certificate_forged")) return { is: "forged" };
  if (codes.length > 0) return { is: "unreadable" };
  return null;
}

async function offline(text: string, keys: Key[]): Promise<Verdict> {
  const code = readCode(text);
  if (!code) return { is: "unreadable" };
  const signature = await signatureOf(code, keys);
  if (signature === "false") return { is: "forged" };
  const certificate = signature === "true" ? summaryOf(code) : null;
  return certificate ? { is: "signed", certificate } : { is: "unreachable" };
}
