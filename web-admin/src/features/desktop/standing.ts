// How things stand between this computer and the school, in a word or two.
import type { State } from "../../platform/local";

export type Standing =
  | "online"
  | "offline"
  | "signedOut"
  | "tooNew"
  | "denied"
  | "keychainLocked"
  | "conflict"
  | "failed"
  | "waiting";

/** A word, with how many there are of what is counted. */
export interface Word {
  standing: Standing;
  count: number;
}

const CONNECTIONS = {
  offline: "offline",
  signed_out: "signedOut",
  too_new: "tooNew",
  keychain_locked: "keychainLocked",
} as const;

/** First what hinders the line to the school, then what somebody has to look after, else what is on its way. */
export function wordsOf(state: State): Word[] {
  const { connection, conflicts, failed, waiting, denied } = state;
  const words: Word[] = [];
  if (connection !== "online") words.push({ standing: CONNECTIONS[connection], count: 0 });
  else if (denied) words.push({ standing: "denied", count: 0 });
  if (conflicts > 0) words.push({ standing: "conflict", count: conflicts });
  else if (failed > 0) words.push({ standing: "failed", count: failed });
  else if (waiting > 0) words.push({ standing: "waiting", count: waiting });
  return words.length > 0 ? words : [{ standing: "online", count: 0 }];
}

/** What the colour says: that of the word that asks for most. */
export function toneOf(words: Word[]): "good" | "calm" | "warning" | "danger" {
  const has = (...standings: Standing[]) =>
    words.some(({ standing }) => standings.includes(standing));
  if (has("conflict", "failed", "tooNew", "denied")) return "danger";
  if (has("signedOut", "keychainLocked", "offline")) return "warning";
  return has("waiting") ? "calm" : "good";
}

export const ICONS: Record<Standing, string> = {
  online: "check-circle-fill",
  offline: "laptop",
  signedOut: "lock-simple",
  tooNew: "warning-circle-fill",
  denied: "lock-simple",
  keychainLocked: "lock-simple",
  conflict: "warning",
  failed: "warning-circle-fill",
  waiting: "hourglass-medium",
};
