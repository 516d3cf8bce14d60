// Every address of the dashboard, under /dashboard. Who is not staff is sent to the public site, an editor at an
// administrator's address to the front page; the server decides anyway.
import { createBrowserRouter, type RouteObject, redirect } from "react-router";
import { currentSession, isStaff } from "web-shared/api/session";
import { FailedState } from "web-shared/ui/Scene";
import { Shell } from "./Shell";

/** A loader that never ends: the browser is on its way to the other site. */
function staffOnly(): Promise<never> | null {
  if (isStaff(currentSession())) return null;
  window.location.replace("/");
  return new Promise(() => {});
}

function adminOnly() {
  return currentSession()?.user.role === "ADMIN" ? null : redirect("/accueil");
}

const home: RouteObject["lazy"] = () =>
  import("../features/home/HomePage").then(({ HomePage }) => ({ Component: HomePage }));
const comments: RouteObject["lazy"] = () =>
  import("../features/comments/CommentsPage").then(({ CommentsPage }) => ({
    Component: CommentsPage,
  }));
const addComment: RouteObject["lazy"] = () =>
  import("../features/comments/AddCommentPage").then(({ AddCommentPage }) => ({
    Component: AddCommentPage,
  }));
const inbox: RouteObject["lazy"] = () =>
  import("../features/inbox/InboxPage").then(({ InboxPage }) => ({ Component: InboxPage }));
const mails: RouteObject["lazy"] = () =>
  import("../features/mail/MailPage").then(({ MailPage }) => ({ Component: MailPage }));

export const router = createBrowserRouter(
  [
    {
      element: <Shell />,
      loader: staffOnly,
      shouldRevalidate: () => true,
      hydrateFallbackElement: <span />,
      errorElement: <FailedState error={null} onRetry={() => window.location.reload()} />,
      children: [
        { path: "accueil", lazy: home },
        { path: "comment/list", lazy: comments },
        { path: "comment/add", lazy: addComment },
        { path: "messages", lazy: inbox },
        { path: "mails", loader: adminOnly, lazy: mails },
        { path: "*", loader: () => redirect("/accueil") },
      ],
    },
  ],
  { basename: "/dashboard" },
);
