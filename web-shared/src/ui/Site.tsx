// A whole site as one element: the browser hydrates exactly what the server painted.
import type { QueryClient } from "@tanstack/react-query";
import { StrictMode, useLayoutEffect } from "react";
import { RouterProvider, type RouterProviderProps } from "react-router/dom";
import { Provider } from "./Provider";

export type Router = RouterProviderProps["router"];

interface SiteProps {
  router: Router;
  queries: QueryClient;
  nonce: string;
  /** The first view stands, in the browser, and no part has changed anything yet. */
  onShown?: () => void;
}

export function Site({ router, queries, nonce, onShown }: SiteProps) {
  useLayoutEffect(() => onShown?.(), [onShown]);
  return (
    <StrictMode>
      <Provider queries={queries} nonce={nonce}>
        <RouterProvider router={router} />
      </Provider>
    </StrictMode>
  );
}
