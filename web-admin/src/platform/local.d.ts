// What the desktop app answers by itself, made from `desktop/src/local` by `PREAU_WRITE_TYPES=1 cargo test -p preau-desktop`.
import type { components } from "web-shared/api/schema";

type User = components["schemas"]["User"];
type FieldProblem = components["schemas"]["FieldError"];
type UploadedFile = components["schemas"]["UploadedFile"];

/** A problem in the shape of the school's. */
export interface LocalProblem {
  code: string;
  message?: string;
  params?: Record<string, unknown>;
  fields?: FieldProblem[];
}

export interface School {
  /** As it calls itself. */
  name: string;
  /** `https://ecole.fr` */
  address: string;
}

export type Connection = "online" | "offline" | "signed_out" | "too_new" | "keychain_locked";

export type Place = "keychain" | "file";

export type Disk = "full" | "failing";

export type Unread = "changes" | "drafts" | "texts";

export interface Damage {
  /** Where it lies now. */
  file: string;
  /** When that was found. */
  at: string;
  /** Changes that were taken over from it. */
  changes: number;
  /** Drafts that were taken over from it. */
  drafts: number;
  /** Of what a part could not be read: it is in that file only. */
  unread: Unread[];
}

export interface Copying {
  /** Rows. */
  done: number;
}

export interface State {
  school: School | null;
  user: User | null;
  connection: Connection;
  /** Operations that go as soon as they can. */
  waiting: number;
  /** Operations that somebody has to correct. */
  failed: number;
  /** Operations about which somebody has to choose. */
  conflicts: number;
  /** Why nothing is sent though the school is there: whoever is signed in may not write. */
  denied: LocalProblem | null;
  /** Something is being sent. */
  syncing: boolean;
  /** When the copy was as the school. */
  lastSync: string | null;
  /** Whether a first copy is there. */
  copied: boolean;
  /** How far the first copy has come. */
  copying: Copying | null;
  /** A profile that was chosen and is signed out: it opens when its account has signed in. */
  locked: Profile | null;
  /** What hinders writing on this computer, until a write succeeds. */
  disk: Disk | null;
  /** Databases that were damaged, until that is dismissed; the oldest first. */
  damage: Damage[];
  /** Where the session's secret lies; null when nobody is signed in. */
  secret: Place | null;
  /** Whether the app waits for somebody to sign in in the browser. */
  signingIn: boolean;
  /** Why signing in in the browser came to nothing. */
  signInProblem: LocalProblem | null;
  /** Of this app. */
  version: string;
  language: string;
}

export interface FoundSchool {
  name: string;
  address: string;
  /** Whether one may sign in with Google, through the browser. */
  google: boolean;
}

export interface BrowserSignIn {
  address: string;
}

export interface Profile {
  id: string;
  /** The school's name. */
  school: string;
  /** The school's address. */
  address: string;
  email: string;
  name: string;
  /** Whether it is open. */
  current: boolean;
}

export interface Operation {
  id: string;
  /** `course`, `lesson`… */
  kind: string;
  action: "create" | "update" | "delete" | "cancel" | "reorder";
  title: string;
  /** What it stands under. */
  under: string | null;
  state: "waiting" | "sending" | "failed" | "conflict";
  /** Why it was refused. */
  problem: LocalProblem | null;
  /** Tries since it last changed. */
  attempts: number;
  /** The name of the file that is sent first. */
  file: string | null;
  /** Not sent before. */
  notBefore: string | null;
  /** Whether it may have arrived and can be given up all the same. */
  abandonable: boolean;
  /** How many others go with it when it is given up. */
  dependents: number;
  writtenAt: string;
  /** What is sent; a form, of a change perhaps in part. */
  payload: unknown;
  /** The row as its writer saw it. */
  base: unknown;
  /** Where in the dashboard it is edited. */
  place: string;
}

export interface By {
  name: string;
  at: string;
}

export interface ConflictPart {
  /** A field `title`, one of a row `modules/12/title`, a part of a text `content~0`; empty: the whole. */
  path: string;
  shape: "value" | "text" | "lines" | "removed";
  base: unknown;
  mine: unknown;
  theirs: unknown;
}

export interface Conflict {
  id: string;
  kind: string;
  title: string;
  /** Whose change it meets; null where that is not known here. */
  by: By | null;
  /** Who deleted the whole thing, if anybody did. */
  deleted: "mine" | "theirs" | null;
  parts: ConflictPart[];
  /** Both together; where they meet, mine stands. */
  merged: unknown;
}

export interface OfflineCourse {
  id: number;
  name: string;
  modules: number;
  chapters: number;
  lessons: number;
}

export interface KeptPictures {
  count: number;
  bytes: number;
}

export interface Offline {
  /** By name. */
  courses: OfflineCourse[];
  /** Questions of the level tests. */
  testQuestions: number;
  /** Questions of the FAQ. */
  faq: number;
  /** Sessions of classes, past and to come. */
  sessions: number;
  pictures: KeptPictures;
}

export interface FoundLesson {
  /** Its address in the dashboard. */
  place: string;
  title: string;
  course: string;
  chapter: string;
  /** Where it stands in its text, as that was written. */
  excerpt: string;
}

export interface LostText {
  /** When it lost. */
  at: string;
  kind: string;
  title: string;
  /** Where in the form it stood. */
  path: string;
  text: string;
  why: "discarded" | "abandoned" | "lost" | "superseded";
}

export interface Draft {
  /** Names the form and the row it shows. */
  key: string;
  /** Its address in the dashboard. */
  place: string;
  /** What it is called in lists. */
  title: string;
  /** As the form holds it. */
  value: unknown;
  /** When. */
  savedAt: string;
}

export type UploadState = "sending" | "waiting" | "finishing" | "arrived" | "kept" | "failed";

export interface Upload {
  id: string;
  name: string;
  /** In bytes. */
  size: number;
  /** How many of them were sent. */
  sent: number;
  state: UploadState;
  /** What the school made of it, once it has arrived; or what it is like as long as it is kept here. */
  file: UploadedFile | null;
  /** Why it has failed. */
  problem: LocalProblem | null;
}
