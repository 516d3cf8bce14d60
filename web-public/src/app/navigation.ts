// The links of the navigation bar and of the drawer: one list, so that they never differ.
import type { ParseKeys } from "i18next";
import { isStaff, type Session } from "web-shared/api/session";

export interface NavLinkItem {
  to: string;
  label: ParseKeys;
  /** Leads to the other site: a full load, not a route. */
  outside?: boolean;
}

export function linksFor(session: Session | null): NavLinkItem[] {
  if (isStaff(session)) {
    return [
      { to: "/academic-content", label: "nav.content" },
      { to: "/dashboard", label: "nav.dashboard", outside: true },
      { to: "/tests", label: "nav.test" },
      { to: "/faq", label: "nav.faq" },
      { to: "/contacts", label: "nav.contact" },
    ];
  }
  if (session?.user.role === "STUDENT") {
    return [
      { to: "/profile/subscriptions", label: "nav.subscriptions" },
      { to: "/tests", label: "nav.test" },
      { to: "/faq", label: "nav.faq" },
      { to: "/contacts", label: "nav.contact" },
    ];
  }
  return [
    { to: "/tests", label: "nav.test" },
    { to: "/home/features", label: "nav.method" },
    { to: "/home/team", label: "nav.team" },
    { to: "/faq", label: "nav.faq" },
    { to: "/contacts", label: "nav.contact" },
  ];
}
