// What the sidebar holds, and who may see it. The server decides anyway.
import type { Role, SessionUser } from "web-shared/api/session";
import type fr from "../../public/assets/i18n/fr.json";
import type { Attention } from "../features/home/api";

export interface Entry {
  to: string;
  label: Label;
  icon: string;
  /** Which number of waiting things stands beside it. */
  waiting?: keyof Attention;
  parts?: { to: string; label: Label }[];
}

export type Label = `dashboard.nav.${keyof typeof fr.dashboard.nav}`;

/** The pages of a teacher. */
export const forTeacher: Entry[] = [
  { to: "/aujourdhui", label: "dashboard.nav.today", icon: "sun-horizon" },
  { to: "/seances", label: "dashboard.nav.sessions", icon: "calendar-dots" },
  { to: "/classes", label: "dashboard.nav.classes", icon: "users-three" },
  { to: "/messages", label: "dashboard.nav.messages", icon: "envelope-simple" },
];

/** Of staff who teach too. */
export const forStaffWhoTeach: Entry[] = forTeacher.slice(0, 1);

export const forStaff: Entry[] = [
  { to: "/accueil", label: "dashboard.nav.home", icon: "house-line" },
  {
    to: "/course",
    label: "dashboard.nav.courses",
    icon: "books",
    parts: [
      { to: "/course/list", label: "dashboard.nav.courseList" },
      { to: "/course/places", label: "dashboard.nav.places" },
      { to: "/course/add", label: "dashboard.nav.courseAdd" },
    ],
  },
  {
    to: "/timetable",
    label: "dashboard.nav.timetable",
    icon: "calendar-dots",
    parts: [
      { to: "/timetable/calendar", label: "dashboard.nav.calendar" },
      { to: "/timetable/rooms", label: "dashboard.nav.rooms" },
      { to: "/timetable/closures", label: "dashboard.nav.closures" },
    ],
  },
  { to: "/academic-content", label: "dashboard.nav.content", icon: "tree-structure" },
  { to: "/test-creator", label: "dashboard.nav.levelTest", icon: "exam" },
  {
    to: "/comment",
    label: "dashboard.nav.comments",
    icon: "chat-teardrop-text",
    waiting: "comments",
    parts: [
      { to: "/comment/list", label: "dashboard.nav.commentList" },
      { to: "/comment/add", label: "dashboard.nav.commentAdd" },
    ],
  },
  {
    to: "/messages",
    label: "dashboard.nav.messages",
    icon: "envelope-simple",
    waiting: "messages",
  },
  {
    to: "/faq",
    label: "dashboard.nav.faq",
    icon: "question",
    parts: [
      { to: "/faq/list", label: "dashboard.nav.faqList" },
      { to: "/faq/add", label: "dashboard.nav.faqAdd" },
    ],
  },
  { to: "/course-metadata", label: "dashboard.nav.reference", icon: "tag" },
  { to: "/audit", label: "dashboard.nav.audit", icon: "clock" },
];

export const forAdmin: Entry[] = [
  {
    to: "/sales",
    label: "dashboard.nav.sales",
    icon: "credit-card",
    waiting: "withdrawals",
    parts: [
      { to: "/sales/reservations", label: "dashboard.nav.reservations" },
      { to: "/sales/subscriptions", label: "dashboard.nav.subscriptions" },
      { to: "/sales/invoices", label: "dashboard.nav.invoices" },
      { to: "/sales/withdrawals", label: "dashboard.nav.withdrawals" },
    ],
  },
  { to: "/certificates", label: "dashboard.nav.certificates", icon: "certificate-duotone" },
  {
    to: "/school",
    label: "dashboard.nav.school",
    icon: "sliders-horizontal",
    waiting: "opening",
    parts: [
      { to: "/school/settings", label: "dashboard.nav.settings" },
      { to: "/school/pages", label: "dashboard.nav.pages" },
      { to: "/school/checklist", label: "dashboard.nav.checklist" },
    ],
  },
  { to: "/user-management", label: "dashboard.nav.users", icon: "users" },
  { to: "/stats", label: "dashboard.nav.stats", icon: "chart-bar" },
  { to: "/mails", label: "dashboard.nav.mails", icon: "paper-plane-tilt", waiting: "mails" },
];

export const teaches = ({ teacherId }: SessionUser) => typeof teacherId === "number";

/** Where one arrives. */
export const homeOf = (role: Role | undefined) => (role === "TEACHER" ? "/aujourdhui" : "/accueil");

/** Every page of staff that this reader may open, by its address. */
export function pagesFor(user: SessionUser): { to: string; label: Label }[] {
  const own = teaches(user) ? forStaffWhoTeach : [];
  const entries =
    user.role === "ADMIN" ? [...own, ...forStaff, ...forAdmin] : [...own, ...forStaff];
  return entries.flatMap(({ to, label, parts }) => parts ?? [{ to, label }]);
}
