// All through which the dashboard reaches the program that shows it: a browser, or the desktop app. What the app answers
// by itself (`/api/desktop/*`) has its types from there (`local.d.ts`).
import type {
  Conflict,
  Draft,
  FoundLesson,
  FoundSchool,
  LostText,
  Offline,
  Operation,
  Profile,
  State,
  Upload,
} from "./local";

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
  answerChallenge: (answer: ChallengeAnswer) => Promise<State>;
  /** Asks in the system's browser; how it went is in `state`. The address is what the browser was given. */
  signInOutside: (address: string) => Promise<{ address: string }>;
  cancelSignIn: () => Promise<unknown>;
  /** What waits stays in the profile; unless `force`, the app refuses while something does. */
  signOut: (force: boolean) => Promise<unknown>;
  profiles: () => Promise<Profile[]>;
  openProfile: (id: string) => Promise<unknown>;
  removeProfile: (id: string, force: boolean) => Promise<unknown>;
  operations: () => Promise<Operation[]>;
  retry: (operation: string) => Promise<unknown>;
  /** What was refused, and what waits because the account could not write. */
  retryAll: () => Promise<unknown>;
  /** `force`: also what may have arrived. */
  discard: (operation: string, force: boolean) => Promise<unknown>;
  exported: () => Promise<Blob>;
  conflict: (operation: string) => Promise<Conflict>;
  resolve: (operation: string, choices: Choices) => Promise<unknown>;
  undo: (operation: string) => Promise<unknown>;
  history: () => Promise<LostText[]>;
  /** What was damaged has been read. */
  dismissDamage: () => Promise<unknown>;
  /** A text for whoever helps, without content and secrets. */
  diagnostics: () => Promise<Blob>;
  /** What is there without the school. */
  offline: () => Promise<Offline>;
  /** The lessons of the copy in which these words stand. */
  lessons: (words: string) => Promise<FoundLesson[]>;
  /** The address, with the school's numbers in place of those that rows had before the school knew of them. */
  place: (of: string) => Promise<string>;
  /**
   * Asks for a file in a dialog of the system and sends it beside the page; null when none was chosen. `keeps`: while the
   * school is away the file is kept on this computer and sent before the row that names it.
   */
  chooseFile: (rules: ChoosableFiles[], keeps: boolean) => Promise<Upload | null>;
  upload: (id: string) => Promise<Upload>;
  /** It goes on where it was when the same file is chosen again. */
  pauseUpload: (id: string) => Promise<unknown>;
  cancelUpload: (id: string) => Promise<unknown>;
  /** Fetches and sends now. */
  sync: () => Promise<unknown>;
  /** Hears of what happens, until the returned function is called. */
  on: <Name extends keyof AppEvents>(
    name: Name,
    hear: (what: AppEvents[Name]) => void,
  ) => () => void;
}

export interface ChoosableFiles {
  /** What they are called in the dialog. */
  formats: string;
  /** As their names end. */
  extensions: readonly string[];
  /** The most of one. */
  megabytes: number;
}

/** The address is the one that is shown: to another school nothing is sent. */
export interface Credentials {
  address: string;
  email: string;
  password: string;
  rememberMe: boolean;
}

export interface ChallengeAnswer {
  address: string;
  challenge: string;
  code: string;
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
  /** How far a file that the app sends has come. */
  upload: Upload;
  /** Something was chosen in the window's menu, or by its keys. */
  menu: string;
}
