// A whole site as one element: the browser hydrates exactly what the server rendered.
import type { QueryClient } from "@tanstack/react-query";
import { StrictMode, useLayoutEffect } from "react";
import { RouterProvider, type RouterProviderProps } from "react-router/dom";
import { Provider } from "./Provider";

export type Router = RouterProviderProps["router"];

interface SiteProps {
  router: Router;
  queries: QueryClient;
  /** Called in the browser when the first view is in the document, before components change it. */
  onShown?: () => void;
}

export function Site({ router, queries, onShown }: SiteProps) {
  useLayoutEffect(() => onShown?.(), [onShown]);
  return (
    <StrictMode>
      <Provider queries={queries}>
        <RouterProvider router={router} />
      </Provider>
    </StrictMode>
  );
}
