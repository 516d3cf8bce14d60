// Renders one page: matches its route, loads its components, renders, runs the queries they wait for, renders again.
import { dehydrate, type QueryClient } from "@tanstack/react-query";
import { renderToString } from "react-dom/server.browser";
import { createMemoryRouter, matchRoutes, type RouteObject } from "react-router";
import { ApiError, NetworkError, type Problem } from "web-shared/api/problem";
import { createQueryClient } from "web-shared/api/query";
import { setToday } from "web-shared/format/format";
import type { InterfaceLanguage } from "web-shared/i18n/i18n";
import type { ServerRendered } from "web-shared/serverRendered";
import { HeadContext, type NamedHead } from "web-shared/ui/head";
import { Site } from "web-shared/ui/Site";
import { hydrationOptions, withPages } from "../app/router";
import { type Handle, routes } from "../app/routes";
import { recordImports } from "./chunks";
import { type HeadTags, headTags } from "./head";
import { setLanguage, textsOfPage } from "./texts";

/** Most renderings of one page: without data, with its data, with data that depends on that, and so on. */
const ROUNDS = 5;

export interface RenderRequest {
  path: string;
  /** With its question mark, or empty. */
  query: string;
  language: InterfaceLanguage;
  /** `yyyy-mm-dd`. */
  today: string;
  /** `https://school.example`, for absolute URLs. */
  origin: string;
}

export type Outcome =
  | ({ kind: "page"; status: number; html: string; data: string } & HeadTags)
  | { kind: "redirect"; status: number; to: string }
  /** A page that only the browser renders. */
  | { kind: "clientOnly" }
  /** Rendering threw an error. */
  | { kind: "failed"; error: string };

/** The pattern of a page's address, such as `/cours/:slug`; empty for an address without a page. */
export function routeOf(path: string): string {
  const route = matchRoutes(routes, path)?.at(-1)?.route;
  if (route?.index) return "/";
  return route?.path && route.path !== "*" ? `/${route.path}` : "";
}

export async function render(request: RenderRequest): Promise<Outcome> {
  try {
    return await renderPage(request);
  } catch (error) {
    const { stack = "" } = error as Error;
    return { kind: "failed", error: `${error}\n${stack}` };
  }
}

async function renderPage(request: RenderRequest): Promise<Outcome> {
  const matches = matchRoutes(routes, request.path) ?? [];
  const handle = matches.at(-1)?.route.handle as Handle | undefined;
  const queries = createQueryClient();
  const asked = { search: request.query, params: matches.at(-1)?.params ?? {} };
  const elsewhere = await handle?.redirect?.(asked, queries);
  if (elsewhere) return { kind: "redirect", ...elsewhere };
  if (matches.length === 0 || handle?.clientOnly) return { kind: "clientOnly" };

  setToday(request.today);
  await setLanguage(request.language);
  const { value: pages, chunks } = await recordImports(() => withPages(routes, request.path));
  const page = await renderWithData(request, pages, queries);
  const { canonical } = page.head;
  if (handle?.oneAddress && canonical && canonical !== request.path) {
    return { kind: "redirect", status: 308, to: canonical + request.query };
  }
  const data: ServerRendered = {
    today: request.today,
    queries: dehydrate(queries),
    texts: textsOfPage(request.language),
    ...(page.failure && { failure: page.failure }),
  };
  return {
    kind: "page",
    status: page.failure?.status ?? 200,
    ...headTags(request, page.head, chunks, page.unfinished || handle?.atOnce?.(asked) === true),
    html: page.html,
    data: JSON.stringify(data),
  };
}

interface RenderedPage {
  html: string;
  head: NamedHead;
  failure?: Problem;
  /** The browser asks again for what could not be read. */
  unfinished?: boolean;
}

async function renderWithData(
  request: RenderRequest,
  pages: RouteObject[],
  queries: QueryClient,
): Promise<RenderedPage> {
  let rendered = renderOrNotFound(request, pages, queries);
  for (let round = 1; round < ROUNDS; round++) {
    const waiting = queries
      .getQueryCache()
      .getAll()
      .filter(({ state, options }) => state.status === "pending" && enabled(options));
    const lazy = rendered.html.includes("<!--$!-->") || rendered.html.includes("<!--$?-->");
    if (waiting.length === 0 && !lazy) break;
    await Promise.all(waiting.map((query) => query.fetch().catch(ignoreApiErrors)));
    rendered = renderOrNotFound(request, pages, queries);
  }
  const all = queries.getQueryCache().getAll();
  const failed = all.filter(({ state }) => state.status === "error");
  if (failed.length === 0 || rendered.failure) return rendered;
  // The browser runs these queries again; the page shows them as pending.
  for (const query of failed) query.reset();
  return { ...renderOrNotFound(request, pages, queries), unfinished: true };
}

/** An error response of the API is a result; anything else is a fault of rendering. */
function ignoreApiErrors(error: unknown): void {
  if (!(error instanceof ApiError)) throw error instanceof NetworkError ? error.cause : error;
}

function enabled(options: object): boolean {
  return !("enabled" in options) || options.enabled === undefined || options.enabled === true;
}

/** The page, or the page of a 404: a missing course has one as well. */
function renderOrNotFound(
  request: RenderRequest,
  pages: RouteObject[],
  queries: QueryClient,
): RenderedPage {
  try {
    return renderOnce(request, pages, queries);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    return { ...renderOnce(request, pages, queries, error.problem), failure: error.problem };
  }
}

function renderOnce(
  { path, query }: RenderRequest,
  pages: RouteObject[],
  queries: QueryClient,
  failure?: Problem,
): RenderedPage {
  let head: NamedHead = { school: "" };
  const router = createMemoryRouter(pages, {
    initialEntries: [path + query],
    ...hydrationOptions(failure),
  });
  const html = renderToString(
    <HeadContext
      value={(found) => {
        head = found;
      }}
    >
      <Site router={router} queries={queries} />
    </HeadContext>,
  );
  router.dispose();
  return { html, head };
}
