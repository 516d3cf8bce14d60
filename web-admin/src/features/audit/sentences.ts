// What was done as a sentence: "a modifié" and "le cours « Primi passi »"; and where the thing is found.
import i18next from "i18next";
import type { Entry } from "./api";

export interface Sentence {
  /** What somebody did. */
  did: string;
  /** What they did it to. */
  what: string;
}

export function sentenceOf(entry: Entry): Sentence {
  const own = text(`done.${entry.action}${stateOf(entry)}`);
  const named = nameOf(entry);
  if (own) return { did: own, what: named ?? numberOf(entry) };
  const verb = entry.action.split(".")[1] ?? "";
  const thing = text(`things.${entry.entity}`) ?? entry.entity;
  return {
    did: text(`verbs.${verb}`) ?? i18next.t("dashboard.audit.changed"),
    what: named ? `${thing} ${named}` : `${thing} ${numberOf(entry)}`,
  };
}

/** Of a switch, which way it was put. */
function stateOf({ action, after }: Entry): string {
  if (action === "comment.status") return after?.active ? ".shown" : ".hidden";
  if (action === "contact.updated") return after?.handled ? ".handled" : ".open";
  return "";
}

const LONGEST = 80; // characters of a name in a sentence

const PEOPLE = ["user", "comment", "teacher"];

function nameOf({ name, entity }: Entry): string | null {
  if (!name || PEOPLE.includes(entity)) return name ?? null;
  const short = name.length > LONGEST ? `${name.slice(0, LONGEST - 1).trimEnd()}…` : name;
  return i18next.t("dashboard.audit.quoted", { name: short });
}

function numberOf({ entityId }: Entry): string {
  return entityId ? i18next.t("dashboard.audit.number", { id: entityId }) : "";
}

/** The page on which the thing stands; nothing when it is gone. */
export function addressOf({ entity, entityId, courseId, action, name }: Entry): string | null {
  if (action.endsWith(".deleted")) return null;
  switch (entity) {
    case "course":
      return `/course/edit/${entityId}`;
    case "module":
      return courseId ? `/course/modules/${courseId}?module=${entityId}` : null;
    case "objective":
    case "prerequisite":
      return courseId ? `/course/edit/${courseId}` : null;
    case "chapter":
    case "lesson":
    case "resource":
    case "quiz":
    case "quiz-question":
      return courseId ? `/course/modules/${courseId}` : "/academic-content";
    case "waitlist":
    case "proposal":
      return courseId ? `/course/${courseId}/places` : "/course/places";
    case "faq":
      return `/faq/edit/${entityId}`;
    case "faq-category":
      return "/faq/list";
    case "comment":
      return "/comment/list";
    case "contact":
      return "/messages?state=all";
    case "test-question":
      return "/test-creator";
    case "language":
    case "level":
    case "teacher":
      return "/course-metadata";
    case "room":
      return "/timetable/rooms";
    case "closure":
      return "/timetable/closures";
    case "class-message":
      return courseId ? `/course/${courseId}/messages` : null;
    case "session-series":
    case "class-session":
      return courseId ? `/course/sessions/${courseId}` : "/timetable/calendar";
    case "school":
      return "/school/settings";
    case "page":
      return "/school/pages";
    case "reservation":
    case "refund":
      return "/sales/reservations";
    case "withdrawal":
      return "/sales/withdrawals";
    case "subscription":
      return "/sales/subscriptions";
    case "certificate":
      return `/certificates?q=${encodeURIComponent(name ?? "")}`;
    case "user":
      return "/user-management";
    case "mail":
      return "/mails";
    default:
      return null;
  }
}

/** A text of this section that may not be there. */
export function text(path: string): string | undefined {
  const key = `dashboard.audit.${path}`;
  return i18next.exists(key) ? String(i18next.t(key as "dashboard.audit.changed")) : undefined;
}
