// The links of the navigation bar and of the drawer: one list, so that they never differ.
import type { ParseKeys } from "i18next";
import { isStaff, type Session } from "web-shared/api/session";

export interface NavLinkItem {
  to: string;
  label: ParseKeys;
  /** Leads to the other site: a full load, not a route. */
  outside?: boolean;
  /** The pages one reaches from there. */
  under?: RegExp;
}

/** Where a learner works. */
const LEARNING_PAGES = /^\/(ma-classe|revision|courses-modules|(online-course-)?modules-chapiters)/;

/** What a role has beyond a visitor. */
export function ownLinks(session: Session | null): NavLinkItem[] {
  if (isStaff(session)) {
    return [
      { to: "/dashboard/academic-content", label: "nav.content", outside: true },
      { to: "/dashboard", label: "nav.dashboard", outside: true },
    ];
  }
  const courses: NavLinkItem = {
    to: "/profile/subscriptions",
    label: "nav.subscriptions",
    under: LEARNING_PAGES,
  };
  switch (session?.user.role) {
    case "STUDENT":
      return [courses];
    case "TEACHER": // who may learn here as well
      return [courses, { to: "/dashboard", label: "nav.dashboard", outside: true }];
    default:
      return [];
  }
}

/** What belongs to whoever is signed in; revision, to those who may learn here. */
export function accountLinks(session: Session | null): (NavLinkItem & { icon: string })[] {
  const profile = { to: "/profile", label: "nav.profile", icon: "user" } as const;
  const revision = { to: "/revision", label: "revision.title", icon: "stack" } as const;
  return isStaff(session) ? [profile] : [revision, profile];
}

export const testLink: NavLinkItem = {
  to: "/tests",
  label: "nav.test",
  under: /^\/(test|result)$/,
};

/** The sections of the front page. */
export const schoolLinks: NavLinkItem[] = [
  { to: "/home/introduction", label: "nav.introduction" },
  { to: "/home/features", label: "nav.method" },
  { to: "/home/team", label: "nav.team" },
];

export const helpLinks: NavLinkItem[] = [
  { to: "/faq", label: "nav.faq" },
  { to: "/contacts", label: "nav.contact" },
];
