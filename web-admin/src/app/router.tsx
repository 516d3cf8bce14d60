// Every address of the dashboard, under /dashboard. Who is not signed in is sent to the sign-in and comes back, who works
// nowhere here to the public site, an editor at an administrator's address to the front page; a teacher at a page of staff is
// told that it is not theirs. The server decides anyway. In the desktop app one signs in here, not there.
import type { ReactElement } from "react";
import {
  createBrowserRouter,
  data,
  type LoaderFunctionArgs,
  type RouteObject,
  redirect,
} from "react-router";
import { currentSession, hasDashboard } from "web-shared/api/session";
import { WELCOME } from "../features/desktop/places";
import { platform } from "../platform/platform";
import { signInAddress } from "../ui/leaving";
import { Broken } from "./Broken";
import { homeOf } from "./navigation";
import { SECOND_FACTOR } from "./places";
import { Refused } from "./Refused";
import { Bare, Shell } from "./Shell";

/** A loader that never ends: the browser is on its way to the other site. */
function staffOnly({ request }: LoaderFunctionArgs): Promise<never> | Response | null {
  const session = currentSession();
  if (session?.user.secondFactorMissing && !platform.app) return elsewhere(SECOND_FACTOR);
  if (hasDashboard(session)) return null;
  if (platform.app) return redirect(WELCOME);
  return elsewhere(session ? "/" : signInAddress(request.url));
}

function elsewhere(address: string): Promise<never> {
  window.location.replace(address);
  return new Promise(() => {});
}

const roleHere = () => currentSession()?.user.role;

function notForTeachers() {
  if (roleHere() === "TEACHER") throw data(null, { status: 403 });
  return null;
}

function adminOnly() {
  notForTeachers();
  return roleHere() === "ADMIN" ? null : redirect("/accueil");
}

const toHome = () => redirect(homeOf(roleHere()));

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
  places: () => import("../features/waitlist/PlacesPage").then((page) => page.PlacesPage),
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
  decision: () => import("../features/decisions/DecisionPage").then((page) => page.DecisionPage),
  certificates: () =>
    import("../features/certificates/CertificatesPage").then((page) => page.CertificatesPage),
  users: () => import("../features/users/UsersPage").then((page) => page.UsersPage),
  stats: () => import("../features/stats/StatsPage").then((page) => page.StatsPage),
  app: () => import("../features/desktop/AppEvents").then((part) => part.AppEvents),
  welcome: () => import("../features/desktop/WelcomePage").then((page) => page.WelcomePage),
  merge: () => import("../features/desktop/MergePage").then((page) => page.MergePage),
  mails: () => import("../features/mail/MailPage").then((page) => page.MailPage),
  today: () => import("./Today").then((page) => page.Today),
  ownSessions: () => import("../features/teaching/SessionsPage").then((page) => page.SessionsPage),
  classes: () => import("../features/teaching/ClassesPage").then((page) => page.ClassesPage),
  ownClass: () => import("../features/teaching/OwnClassPage").then((page) => page.OwnClassPage),
  ownContent: () =>
    import("../features/content/TaughtContentPage").then((page) => page.TaughtContentPage),
  classMessages: () =>
    import("../features/class-messages/ClassMessagesPage").then((page) => page.ClassMessagesPage),
  roll: () => import("../features/roll/RollPage").then((page) => page.RollPage),
  code: () => import("../features/roll/CodePage").then((page) => page.CodePage),
};

/** For everybody who works here. */
function everyone(path: string, page: keyof typeof pages): RouteObject {
  return { path, lazy: async () => ({ Component: await pages[page]() }) };
}

function staff(path: string, page: keyof typeof pages): RouteObject {
  return { ...everyone(path, page), loader: notForTeachers, ErrorBoundary: Refused } as RouteObject;
}

function admin(path: string, page: keyof typeof pages): RouteObject {
  return { ...staff(path, page), loader: adminOnly } as RouteObject;
}

/** The addresses of the frame's pages. */
export const dashboard: RouteObject[] = [
  everyone("aujourdhui", "today"),
  everyone("seances", "ownSessions"),
  everyone("seances/:id/appel", "roll"),
  everyone("classes", "classes"),
  everyone("classes/:id", "ownClass"),
  everyone("classes/:id/contenu", "ownContent"),
  everyone("course/:id/messages", "classMessages"),
  everyone("messages", "inbox"),
  staff("accueil", "home"),
  staff("course/list", "courses"),
  staff("course/places", "places"),
  staff("course/add", "courseForm"),
  staff("course/edit/:id", "courseForm"),
  staff("course/modules/:id", "modules"),
  staff("course/preview/:id", "preview"),
  staff("course/sessions/:id", "sessions"),
  staff("course/:id/learners", "class"),
  staff("course/:id/places", "places"),
  staff("timetable/calendar", "calendar"),
  staff("timetable/rooms", "rooms"),
  staff("timetable/closures", "closures"),
  staff("academic-content", "content"),
  staff("test-creator", "levelTest"),
  staff("comment/list", "comments"),
  staff("comment/add", "addComment"),
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
  admin("course/:id/decision", "decision"),
  admin("certificates", "certificates"),
  admin("user-management", "users"),
  admin("stats", "stats"),
  admin("mails", "mails"),
];

/** What only the desktop app has: who signs in, and what two have changed at once. */
const inApp: RouteObject[] = [staff("conflits/:operation", "merge")];

/** The pages that fill the screen. */
const bare: RouteObject[] = [everyone("seances/:id/code", "code")];

function framed(element: ReactElement, children: RouteObject[]): RouteObject {
  return {
    element,
    loader: staffOnly,
    shouldRevalidate: () => true,
    hydrateFallbackElement: <span />,
    errorElement: <Broken />,
    children,
  };
}

function shell(pages: RouteObject[]): RouteObject[] {
  const rest = { path: "*", loader: toHome };
  return [framed(<Bare />, bare), framed(<Shell />, [...pages, rest])];
}

function routes(): RouteObject[] {
  if (!platform.app) return shell(dashboard);
  const children = [staff("bienvenue", "welcome"), ...shell([...dashboard, ...inApp])];
  const lazy = async () => ({ Component: await pages.app() });
  return [{ lazy, hydrateFallbackElement: <span />, errorElement: <Broken />, children }];
}

export function createRouter() {
  return createBrowserRouter(routes(), { basename: "/dashboard" });
}
