// Every address of the dashboard, under /dashboard. Who is not signed in is sent to the sign-in and comes back, who is not
// staff to the public site, an editor at an
// administrator's address to the front page; the server decides anyway. In the desktop app one signs in here, not there.
import {
  createBrowserRouter,
  type LoaderFunctionArgs,
  type RouteObject,
  redirect,
} from "react-router";
import { currentSession, isStaff } from "web-shared/api/session";
import { WELCOME } from "../features/desktop/places";
import { platform } from "../platform/platform";
import { signInAddress } from "../ui/leaving";
import { Broken } from "./Broken";
import { SECOND_FACTOR } from "./places";
import { Shell } from "./Shell";

/** A loader that never ends: the browser is on its way to the other site. */
function staffOnly({ request }: LoaderFunctionArgs): Promise<never> | Response | null {
  const session = currentSession();
  if (session?.user.secondFactorMissing && !platform.app) return elsewhere(SECOND_FACTOR);
  if (isStaff(session)) return null;
  if (platform.app) return redirect(WELCOME);
  return elsewhere(session ? "/" : signInAddress(request.url));
}

function elsewhere(address: string): Promise<never> {
  window.location.replace(address);
  return new Promise(() => {});
}

function adminOnly() {
  return currentSession()?.user.role === "ADMIN" ? null : redirect("/accueil");
}

/** Each page comes when it is opened. */
const pages = {
  home: () => import("../features/home/HomePage").then((page) => page.HomePage),
  courses: () => import("../features/courses/CoursesPage").then((page) => page.CoursesPage),
  courseForm: () =>
    import("../features/courses/CourseFormPage").then((page) => page.CourseFormPage),
  modules: () => import("../features/content/ModulesPage").then((page) => page.ModulesPage),
  preview: () =>
    import("../features/content/LearnerPreviewPage").then((page) => page.LearnerPreviewPage),
  content: () => import("../features/content/ContentPage").then((page) => page.ContentPage),
  levelTest: () =>
    import("../features/level-test/TestCreatorPage").then((page) => page.TestCreatorPage),
  comments: () => import("../features/comments/CommentsPage").then((page) => page.CommentsPage),
  addComment: () =>
    import("../features/comments/AddCommentPage").then((page) => page.AddCommentPage),
  inbox: () => import("../features/inbox/InboxPage").then((page) => page.InboxPage),
  faq: () => import("../features/faq/FaqPage").then((page) => page.FaqPage),
  faqForm: () => import("../features/faq/FaqFormPage").then((page) => page.FaqFormPage),
  reference: () => import("../features/reference/ReferencePage").then((page) => page.ReferencePage),
  rooms: () => import("../features/reference/RoomsPage").then((page) => page.RoomsPage),
  closures: () => import("../features/reference/ClosuresPage").then((page) => page.ClosuresPage),
  sessions: () => import("../features/timetable/SessionsPage").then((page) => page.SessionsPage),
  calendar: () => import("../features/timetable/CalendarPage").then((page) => page.CalendarPage),
  audit: () => import("../features/audit/AuditPage").then((page) => page.AuditPage),
  reservations: () =>
    import("../features/sales/ReservationsPage").then((page) => page.ReservationsPage),
  reservation: () =>
    import("../features/sales/ReservationPage").then((page) => page.ReservationPage),
  class: () => import("../features/sales/ClassPage").then((page) => page.ClassPage),
  subscriptions: () =>
    import("../features/sales/SubscriptionsPage").then((page) => page.SubscriptionsPage),
  invoices: () => import("../features/sales/InvoicesPage").then((page) => page.InvoicesPage),
  settings: () => import("../features/school/SettingsPage").then((page) => page.SettingsPage),
  pages: () => import("../features/school/PagesPage").then((page) => page.PagesPage),
  pageEditor: () => import("../features/school/PageEditorPage").then((page) => page.PageEditorPage),
  checklist: () => import("../features/school/ChecklistPage").then((page) => page.ChecklistPage),
  withdrawals: () =>
    import("../features/sales/WithdrawalsPage").then((page) => page.WithdrawalsPage),
  cancelCourse: () =>
    import("../features/sales/CancelCoursePage").then((page) => page.CancelCoursePage),
  certificates: () =>
    import("../features/certificates/CertificatesPage").then((page) => page.CertificatesPage),
  users: () => import("../features/users/UsersPage").then((page) => page.UsersPage),
  stats: () => import("../features/stats/StatsPage").then((page) => page.StatsPage),
  app: () => import("../features/desktop/AppEvents").then((part) => part.AppEvents),
  welcome: () => import("../features/desktop/WelcomePage").then((page) => page.WelcomePage),
  merge: () => import("../features/desktop/MergePage").then((page) => page.MergePage),
  mails: () => import("../features/mail/MailPage").then((page) => page.MailPage),
};

function staff(path: string, page: keyof typeof pages): RouteObject {
  return { path, lazy: async () => ({ Component: await pages[page]() }) };
}

function admin(path: string, page: keyof typeof pages): RouteObject {
  return { ...staff(path, page), loader: adminOnly } as RouteObject;
}

const dashboard: RouteObject[] = [
  staff("accueil", "home"),
  staff("course/list", "courses"),
  staff("course/add", "courseForm"),
  staff("course/edit/:id", "courseForm"),
  staff("course/modules/:id", "modules"),
  staff("course/preview/:id", "preview"),
  staff("course/sessions/:id", "sessions"),
  staff("course/:id/learners", "class"),
  staff("timetable/calendar", "calendar"),
  staff("timetable/rooms", "rooms"),
  staff("timetable/closures", "closures"),
  staff("academic-content", "content"),
  staff("test-creator", "levelTest"),
  staff("comment/list", "comments"),
  staff("comment/add", "addComment"),
  staff("messages", "inbox"),
  staff("faq/list", "faq"),
  staff("faq/add", "faqForm"),
  staff("faq/edit/:id", "faqForm"),
  staff("course-metadata", "reference"),
  staff("audit", "audit"),
  admin("sales/reservations", "reservations"),
  admin("sales/reservations/:id", "reservation"),
  admin("sales/subscriptions", "subscriptions"),
  admin("sales/invoices", "invoices"),
  admin("school/settings", "settings"),
  admin("school/pages", "pages"),
  admin("school/pages/:slug", "pageEditor"),
  admin("school/checklist", "checklist"),
  admin("sales/withdrawals", "withdrawals"),
  admin("course/:id/cancel", "cancelCourse"),
  admin("certificates", "certificates"),
  admin("user-management", "users"),
  admin("stats", "stats"),
  admin("mails", "mails"),
];

/** What only the desktop app has: who signs in, and what two have changed at once. */
const inApp: RouteObject[] = [staff("conflits/:operation", "merge")];

function shell(pages: RouteObject[]): RouteObject {
  return {
    element: <Shell />,
    loader: staffOnly,
    shouldRevalidate: () => true,
    hydrateFallbackElement: <span />,
    errorElement: <Broken />,
    children: [...pages, { path: "*", loader: () => redirect("/accueil") }],
  };
}

function routes(): RouteObject[] {
  if (!platform.app) return [shell(dashboard)];
  const children = [staff("bienvenue", "welcome"), shell([...dashboard, ...inApp])];
  const lazy = async () => ({ Component: await pages.app() });
  return [{ lazy, hydrateFallbackElement: <span />, errorElement: <Broken />, children }];
}

export function createRouter() {
  return createBrowserRouter(routes(), { basename: "/dashboard" });
}
