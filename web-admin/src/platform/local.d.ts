import type { components } from "web-shared/api/schema";

type User = components["schemas"]["User"];
type FieldProblem = components["schemas"]["FieldError"];

export type Connection = "online" | "offline" | "signed_out" | "too_new";

export interface State {
  school: { name: string; address: string } | null;
  user: User | null;
  connection: Connection;
  waiting: number;
  failed: number;
  conflicts: number;
  syncing: boolean;
  lastSync: string | null;
  copied: boolean;
  copying: { done: number } | null;
  secret: "keychain" | "file" | null;
  signingIn: boolean;
  signInProblem: LocalProblem | null;
  version: string;
  language: string;
}

export interface FoundSchool {
  name: string;
  address: string;
  google: boolean;
}

export interface Profile {
  id: string;
  school: string;
  address: string;
  email: string;
  name: string;
  current: boolean;
}

export interface LocalProblem {
  code: string;
  message?: string;
  params?: Record<string, unknown>;
  fields?: FieldProblem[];
}

export interface Operation {
  id: string;
  kind: string;
  action: "create" | "update" | "delete" | "reorder";
  title: string;
  under: string | null;
  state: "waiting" | "sending" | "failed" | "conflict";
  problem: LocalProblem | null;
  attempts: number;
  notBefore: string | null;
  writtenAt: string;
  payload: unknown;
  base: unknown;
  place: string;
}

export interface ConflictPart {
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
  by: { name: string; at: string } | null;
  deleted: "mine" | "theirs" | null;
  parts: ConflictPart[];
  merged: unknown;
}

export interface LostText {
  at: string;
  kind: string;
  title: string;
  path: string;
  text: string;
  why: "discarded" | "lost" | "superseded";
}

export interface Draft {
  key: string;
  place: string;
  title: string;
  value: unknown;
  savedAt: string;
}
