// Paints one page: matches its address, loads its parts, renders, asks for the answers the parts wait for, renders again.
import { dehydrate, type QueryClient } from "@tanstack/react-query";
import { renderToString } from "react-dom/server.browser";
import { createMemoryRouter, matchRoutes, type RouteObject } from "react-router";
import { ApiError, NetworkError, type Problem } from "web-shared/api/problem";
import { createQueryClient } from "web-shared/api/query";
import { setToday } from "web-shared/format/format";
import type { InterfaceLanguage } from "web-shared/i18n/i18n";
import type { Painted } from "web-shared/painted";
import { HeadContext, type NamedHead } from "web-shared/ui/head";
import { Site } from "web-shared/ui/Site";
import { taken, withPages } from "../app/router";
import { type Handle, routes } from "../app/routes";
import { recorded } from "./chunks";
import { headTags } from "./head";
import { speak } from "./texts";

/** Most renderings of one page: with nothing, with its data, with what that data asked for. */
const ROUNDS = 5;

export interface Order {
  path: string;
  /** With its question mark, or empty. */
  query: string;
  language: InterfaceLanguage;
  /** `yyyy-mm-dd`. */
  today: string;
  /** `https://school.example`, for the addresses others are told. */
  origin: string;
  /** What the server replaces by the nonce of each answer. */
  nonce: string;
}

export type Painting =
  | { kind: "page"; status: number; head: string; html: string; data: string }
  | { kind: "redirect"; status: number; to: string }
  /** A page that each browser makes for itself. */
  | { kind: "own" }
  /** Something in the page does not work in here. */
  | { kind: "failed"; error: string };

/** The pattern of a page's address, such as `/cours/:slug`; empty for an address without a page. */
export function routeOf(path: string): string {
  const route = matchRoutes(routes, path)?.at(-1)?.route;
  if (route?.index) return "/";
  return route?.path && route.path !== "*" ? `/${route.path}` : "";
}

export async function paint(order: Order): Promise<Painting> {
  try {
    return await painting(order);
  } catch (error) {
    const { stack = "" } = error as Error;
    return { kind: "failed", error: `${error}\n${stack}` };
  }
}

async function painting(order: Order): Promise<Painting> {
  const matches = matchRoutes(routes, order.path) ?? [];
  const handle = matches.at(-1)?.route.handle as Handle | undefined;
  const queries = createQueryClient();
  const asked = { search: order.query, params: matches.at(-1)?.params ?? {} };
  const elsewhere = await handle?.redirect?.(asked, queries);
  if (elsewhere) return { kind: "redirect", ...elsewhere };
  if (matches.length === 0 || handle?.own) return { kind: "own" };

  setToday(order.today);
  await speak(order.language);
  const { value: pages, chunks } = await recorded(() => withPages(routes, order.path));
  const page = await filled(order, pages, queries);
  const { canonical } = page.head;
  if (handle?.oneAddress && canonical && canonical !== order.path) {
    return { kind: "redirect", status: 308, to: canonical + order.query };
  }
  const painted: Painted = {
    today: order.today,
    queries: dehydrate(queries),
    ...(page.failure && { failure: page.failure }),
  };
  return {
    kind: "page",
    status: page.failure?.status ?? 200,
    head: headTags(order, page.head, chunks),
    html: page.html,
    data: JSON.stringify(painted),
  };
}

interface Rendered {
  html: string;
  head: NamedHead;
  failure?: Problem;
}

async function filled(order: Order, pages: RouteObject[], queries: QueryClient): Promise<Rendered> {
  let rendered = attempt(order, pages, queries);
  for (let round = 1; round < ROUNDS; round++) {
    const waiting = queries
      .getQueryCache()
      .getAll()
      .filter(({ state, options }) => state.status === "pending" && enabled(options));
    const lazy = rendered.html.includes("<!--$!-->") || rendered.html.includes("<!--$?-->");
    if (waiting.length === 0 && !lazy) break;
    await Promise.all(waiting.map((query) => query.fetch().catch(onlyRefusals)));
    rendered = attempt(order, pages, queries);
  }
  const asked = queries.getQueryCache().getAll();
  const refused = asked.filter(({ state }) => state.status === "error");
  if (refused.length === 0 || rendered.failure) return rendered;
  // The browser asks for these itself: until then they are waited for.
  for (const query of refused) query.reset();
  return attempt(order, pages, queries);
}

/** A refusal is an answer; anything else is a fault in here. */
function onlyRefusals(error: unknown): void {
  if (!(error instanceof ApiError)) throw error instanceof NetworkError ? error.cause : error;
}

function enabled(options: object): boolean {
  return !("enabled" in options) || options.enabled === undefined || options.enabled === true;
}

/** The page, or the failure it ends in: a course that is not there is a page as well. */
function attempt(order: Order, pages: RouteObject[], queries: QueryClient): Rendered {
  try {
    return render(order, pages, queries);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    return { ...render(order, pages, queries, error.problem), failure: error.problem };
  }
}

function render(
  { path, query, nonce }: Order,
  pages: RouteObject[],
  queries: QueryClient,
  failure?: Problem,
): Rendered {
  let head: NamedHead = { school: "" };
  const router = createMemoryRouter(pages, {
    initialEntries: [path + query],
    ...taken(failure),
  });
  const html = renderToString(
    <HeadContext
      value={(found) => {
        head = found;
      }}
    >
      <Site router={router} queries={queries} nonce={nonce} />
    </HeadContext>,
  );
  router.dispose();
  return { html, head };
}
