// All through which the dashboard reaches the program that shows it: a browser, or the desktop app. What the app answers
// by itself (`/api/desktop/*`) has its types from there (`local.d.ts`).
import type { Conflict, Draft, FoundSchool, LostText, Operation, Profile, State } from "./local";

export interface Platform {
  /** Where forms keep what is typed; a browser keeps nothing. */
  drafts: Drafts | null;
  /** What only the desktop app can do; nothing in a browser. */
  app: App | null;
}

/** What is typed in open forms, kept on this computer; kept when the call has been answered. */
export interface Drafts {
  all: () => Promise<Draft[]>;
  find: (key: string) => Promise<Draft | null>;
  keep: (draft: Omit<Draft, "savedAt">) => Promise<unknown>;
  forget: (key: string) => Promise<unknown>;
}

export interface App {
  state: () => Promise<State>;
  /** Looks whether a school is there. */
  findSchool: (address: string) => Promise<FoundSchool>;
  signIn: (who: Credentials) => Promise<State>;
  /** Answers the challenge that the school refused the password with. */
  answerChallenge: (challenge: string, code: string) => Promise<State>;
  /** Asks in the system's browser; how it went is in `state`. The address is what the browser was given. */
  signInOutside: () => Promise<{ address: string }>;
  cancelSignIn: () => Promise<unknown>;
  /** What waits stays in the profile; unless `force`, the app refuses while something does. */
  signOut: (force: boolean) => Promise<unknown>;
  profiles: () => Promise<Profile[]>;
  openProfile: (id: string) => Promise<unknown>;
  removeProfile: (id: string, force: boolean) => Promise<unknown>;
  operations: () => Promise<Operation[]>;
  retry: (operation: string) => Promise<unknown>;
  discard: (operation: string) => Promise<unknown>;
  exported: () => Promise<Blob>;
  conflict: (operation: string) => Promise<Conflict>;
  resolve: (operation: string, choices: Choices) => Promise<unknown>;
  undo: (operation: string) => Promise<unknown>;
  history: () => Promise<LostText[]>;
  /** The address, with the school's numbers in place of those that rows had before the school knew of them. */
  place: (of: string) => Promise<string>;
  /** Fetches and sends now. */
  sync: () => Promise<unknown>;
  /** Hears of what happens, until the returned function is called. */
  on: <Name extends keyof AppEvents>(
    name: Name,
    hear: (what: AppEvents[Name]) => void,
  ) => () => void;
}

export interface Credentials {
  email: string;
  password: string;
  rememberMe: boolean;
}

/** Of every part of a conflict, what stays. */
export type Choices = Record<string, Choice>;
/** `both`: theirs and then mine, where that is possible. */
export type Choice = "mine" | "theirs" | "both" | { edited: unknown };

export interface AppEvents {
  /** Something in `state` is different. */
  state: unknown;
  /** The copy has changed: the kinds of content of which it has. */
  changed: string[];
  /** The school refused what waited to be sent. */
  "sync-failed": unknown;
  /** Something was chosen in the window's menu, or by its keys. */
  menu: string;
}
