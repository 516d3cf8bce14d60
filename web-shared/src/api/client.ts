// The typed client of the school's API: bearer token, one refresh for all waiting calls and all tabs, errors as values.
// The server hears in which language the reader is, for mails and new accounts. It knows no screen: what a refused session means for the page is the caller's business.
import createClient from "openapi-fetch";
import { allTexts, currentLanguage } from "../i18n/i18n";
import { NetworkError, problemOf } from "./problem";
import type { paths } from "./schema";
import {
  currentSession,
  endSession,
  noteMissingSecondFactor,
  renewSession,
  type Tokens,
} from "./session";

const BASE = `${location.origin}/api`;

export const api = createClient<paths>({ baseUrl: BASE, fetch: authorizedFetch });

type Answering<T> = Promise<{ data?: T; error?: unknown; response: Response }>;

/** The data of a call, or its error thrown: an `ApiError` for an answer that says no, a `NetworkError` for none. */
export async function unwrap<T>(call: Answering<T>): Promise<T> {
  const { data, error, response } = await call;
  if (response.ok) return data as T;
  const problem = problemOf(error, response);
  if (problem.code === "second_factor_missing") noteMissingSecondFactor();
  await allTexts().catch(() => undefined); // why it was refused is said in words
  throw problem;
}

/** The rows that came of a list; the server answers in pages only when asked to. */
export function rows<T>(answer: T[] | { items: T[] }): T[] {
  return Array.isArray(answer) ? answer : answer.items;
}

/** The server answers at most two pages of rows when no page is named. */
const SIZE = 100;

/** All rows of a list, however long it is; `ask` asks for the first ones, or for the page it is given. */
export async function allRows<T>(
  ask: (page?: { page: number; size: number }) => Answering<T[] | { items: T[] }>,
): Promise<T[]> {
  const all = rows(await unwrap(ask()));
  for (let page = 3; all.length === (page - 1) * SIZE; page++) {
    all.push(...rows(await unwrap(ask({ page, size: SIZE }))));
  }
  return all;
}

/** Sends with the stored token; after a 401 renews it once and sends again. A token set by the caller is left alone. */
async function authorizedFetch(request: Request): Promise<Response> {
  request.headers.set("Accept-Language", currentLanguage());
  const session = currentSession();
  if (!session || request.headers.has("Authorization")) return send(request);

  const again = request.clone();
  const response = await send(withToken(request, session.accessToken));
  if (response.status !== 401) return response;

  const accessToken = await renewed(session.accessToken);
  return accessToken ? send(withToken(again, accessToken)) : response;
}

function withToken(request: Request, accessToken: string): Request {
  request.headers.set("Authorization", `Bearer ${accessToken}`);
  return request;
}

async function send(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (cause) {
    if (request.signal.aborted) throw cause;
    throw new NetworkError(cause);
  }
}

let renewal: Promise<string | null> | null = null;

/** A token newer than the refused one, or null when the session is over. All callers of this tab share one renewal. */
function renewed(refused: string): Promise<string | null> {
  renewal ??= oneTabAtATime(() => renew(refused)).finally(() => {
    renewal = null;
  });
  return renewal;
}

function oneTabAtATime<T>(work: () => Promise<T>): Promise<T> {
  return "locks" in navigator ? navigator.locks.request("session-renewal", work) : work();
}

async function renew(refused: string): Promise<string | null> {
  const session = currentSession();
  if (!session) return null;
  if (session.accessToken !== refused) return session.accessToken; // another tab was faster

  const response = await send(
    new Request(`${BASE}/auth/refresh`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ refreshToken: session.refreshToken }),
    }),
  );
  if (response.ok) {
    const tokens = (await response.json()) as Partial<Tokens> & { accessToken: string };
    renewSession({ refreshToken: session.refreshToken, ...tokens });
    return tokens.accessToken;
  }
  // An overloaded server has not refused the session: only a refusal ends it.
  if (response.status >= 500 || response.status === 429) {
    throw problemOf(await response.json().catch(() => null), response);
  }
  endSession();
  return null;
}
