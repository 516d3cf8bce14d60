// The router of the browser. For a server-rendered page, its route modules are loaded before hydration.
import { createBrowserRouter, matchRoutes, type RouteObject } from "react-router";
import { ApiError, type Problem } from "web-shared/api/problem";
import { withTexts } from "web-shared/i18n/i18n";
import type { ServerRendered } from "web-shared/serverRendered";
import type { Router } from "web-shared/ui/Site";
import { forgetPosition } from "./positions";
import { FAILURE_ROUTE, routes } from "./routes";

export async function openRouter(rendered: ServerRendered | null): Promise<Router> {
  const { pathname } = window.location;
  if (!rendered) return createBrowserRouter(routes);
  forgetPosition(pathname);
  const first = await withPages(routes, pathname);
  return createBrowserRouter(first.map(awaitingTexts), hydrationOptions(rendered.failure));
}

/** The route, whose pages come with their texts if they come later. */
function awaitingTexts(route: RouteObject): RouteObject {
  const { lazy, children } = route;
  if (children) return { ...route, children: children.map(awaitingTexts) } as RouteObject;
  return typeof lazy === "function" ? { ...route, lazy: () => withTexts(lazy) } : route;
}

/** The routes with the pages of this path loaded. */
export async function withPages(all: RouteObject[], path: string): Promise<RouteObject[]> {
  const loaded = new Map<RouteObject, RouteObject>();
  await Promise.all(
    (matchRoutes(all, path) ?? []).map(async ({ route }) => {
      if (typeof route.lazy !== "function") return;
      loaded.set(route, { ...route, ...(await route.lazy()), lazy: undefined } as RouteObject);
    }),
  );
  const replaced = (list: RouteObject[]): RouteObject[] =>
    list.map((route) => {
      const found = loaded.get(route) ?? route;
      if (!found.children) return found;
      return { ...found, children: replaced(found.children) } as RouteObject;
    });
  return replaced(all);
}

/** Options for hydrating the first view as the server rendered it, with its failure if any; nothing scrolls. */
export function hydrationOptions(failure: Problem | undefined) {
  return { hydrationData: failure ? { errors: { [FAILURE_ROUTE]: new ApiError(failure) } } : {} };
}
