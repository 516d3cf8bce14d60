// What the sidebar holds, and who may see it. The server decides anyway.
import type { Attention } from "../features/home/api";

export interface Entry {
  to: string;
  label: Label;
  icon: string;
  /** Which number of waiting things stands beside it. */
  waiting?: keyof Attention;
  parts?: { to: string; label: Label }[];
}

type Label = `dashboard.nav.${
  | "home"
  | "comments"
  | "commentList"
  | "commentAdd"
  | "messages"
  | "mails"}`;

export const forStaff: Entry[] = [
  { to: "/accueil", label: "dashboard.nav.home", icon: "house-line" },
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
];

export const forAdmin: Entry[] = [
  { to: "/mails", label: "dashboard.nav.mails", icon: "paper-plane-tilt", waiting: "mails" },
];
