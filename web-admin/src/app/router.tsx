// Every address of the dashboard, under /dashboard. Who is not staff is sent to the public site; the server decides anyway.
import { createBrowserRouter, Outlet, redirect } from "react-router";
import { currentSession, isStaff } from "web-shared/api/session";
import { FailedState } from "web-shared/ui/Scene";
import { HomePage } from "./HomePage";

/** A loader that never ends: the browser is on its way to the other site. */
function staffOnly(): Promise<never> | null {
  if (isStaff(currentSession())) return null;
  window.location.replace("/");
  return new Promise(() => {});
}

export const router = createBrowserRouter(
  [
    {
      element: <Outlet />,
      loader: staffOnly,
      shouldRevalidate: () => true,
      hydrateFallbackElement: <span />,
      errorElement: <FailedState error={null} onRetry={() => window.location.reload()} />,
      children: [
        { path: "accueil", element: <HomePage /> },
        { path: "*", loader: () => redirect("/accueil") },
      ],
    },
  ],
  { basename: "/dashboard" },
);
