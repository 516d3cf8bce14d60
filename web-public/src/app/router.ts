// The router of the browser. The pages of the first address are loaded before it starts, so that nothing waits on screen.
import { createBrowserRouter, matchRoutes, type RouteObject } from "react-router";
import { ApiError, type Problem } from "web-shared/api/problem";
import type { Painted } from "web-shared/painted";
import type { Router } from "web-shared/ui/Site";
import { forgetPosition } from "./positions";
import { FAILURE_ROUTE, routes } from "./routes";

export async function openRouter(painted: Painted | null): Promise<Router> {
  const { pathname } = window.location;
  if (!painted) return createBrowserRouter(routes);
  forgetPosition(pathname);
  return createBrowserRouter(await withPages(routes, pathname), taken(painted.failure));
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

/** A first view is taken over as the server painted it, with the failure it found; nothing scrolls. */
export function taken(failure: Problem | undefined) {
  return { hydrationData: failure ? { errors: { [FAILURE_ROUTE]: new ApiError(failure) } } : {} };
}
