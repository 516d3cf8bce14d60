// Who is signed in, in browser storage: `rememberMe` keeps it in localStorage, else it lasts as long as the tab.
// Tabs tell each other about renewals and goodbyes, so that they share one session. Makes no calls.
import { useSyncExternalStore } from "react";
import type { components } from "./schema";

export type SessionUser = components["schemas"]["User"];
export type Tokens = components["schemas"]["Tokens"];
export type Role = components["schemas"]["Role"];

export interface Session extends Tokens {
  user: SessionUser;
}

/** What one tab tells the others: the session that had this refresh token became that one, or ended. */
interface News {
  from: string;
  to: Session | null;
}

const KEYS = ["accessToken", "refreshToken", "user"] as const;
const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("session");
const listeners = new Set<() => void>();
let current = read();

/** The session as this tab knows it; the storage is read again, for another tab may have written it. */
export function currentSession(): Session | null {
  const stored = read();
  if (stored?.accessToken !== current?.accessToken) changed(stored);
  return current;
}

export function startSession(session: Session, rememberMe: boolean): void {
  clear();
  write(session, rememberMe ? localStorage : sessionStorage);
  changed(session);
}

/** New tokens for the same session, in the storage it already lives in. */
export function renewSession(tokens: Tokens): void {
  replace((session) => ({ ...session, ...tokens }));
}

/** The user changed something about themselves. */
export function updateUser(user: SessionUser): void {
  replace((session) => ({ ...session, user }));
}

/** The school has begun to require a second factor of its staff, and this user has none. */
export function noteMissingSecondFactor(): void {
  if (current?.user.secondFactorMissing) return;
  replace((session) => ({ ...session, user: { ...session.user, secondFactorMissing: true } }));
}

export function endSession(): void {
  const ended = read();
  clear();
  changed(null);
  if (ended) tell({ from: ended.refreshToken, to: null });
}

/** The signed-in user and tokens, or null; also null while the browser hydrates a server-rendered page. */
export function useSession(): Session | null {
  return useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  );
}

/** What this browser keeps of somebody under names that begin so goes when they sign out, not when a session runs out. */
export const PERSONAL = "personal:";

/** The person leaves: what is kept of theirs goes with the session. */
export function leaveSession(): void {
  for (const name of Object.keys(localStorage)) {
    if (name.startsWith(PERSONAL)) localStorage.removeItem(name);
  }
  endSession();
}

export function isStaff(session: Session | null): boolean {
  return session?.user.role === "ADMIN" || session?.user.role === "EDITOR";
}

/** Whether the dashboard has pages for them: staff, or a teacher who is nothing else. */
export function hasDashboard(session: Session | null): boolean {
  return isStaff(session) || session?.user.role === "TEACHER";
}

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function replace(change: (session: Session) => Session): void {
  const home = homeOf();
  const before = read();
  if (!before || !home) return;
  const after = change(before);
  write(after, home);
  changed(after);
  tell({ from: before.refreshToken, to: after });
}

function tell(news: News): void {
  channel?.postMessage(news);
}

function changed(session: Session | null): void {
  current = session;
  for (const listener of listeners) listener();
}

function homeOf(): Storage | null {
  if (typeof sessionStorage === "undefined") return null; // on the server, which renders without an account
  return [sessionStorage, localStorage].find((storage) => storage.getItem("accessToken")) ?? null;
}

function read(): Session | null {
  const home = homeOf();
  const [accessToken, refreshToken, user] = KEYS.map((key) => home?.getItem(key));
  if (!accessToken || !refreshToken || !user) return null;
  try {
    return { accessToken, refreshToken, user: JSON.parse(user) as SessionUser };
  } catch {
    return null;
  }
}

function write(session: Session, storage: Storage): void {
  storage.setItem("user", JSON.stringify(session.user));
  storage.setItem("refreshToken", session.refreshToken);
  storage.setItem("accessToken", session.accessToken);
}

function clear(): void {
  for (const storage of [sessionStorage, localStorage]) {
    for (const key of KEYS) storage.removeItem(key);
  }
}

// A duplicated tab carries a copy of sessionStorage: it follows when its own session moves on elsewhere.
channel?.addEventListener("message", ({ data }: MessageEvent<News>) => {
  if (sessionStorage.getItem("refreshToken") === data.from) {
    if (data.to) write(data.to, sessionStorage);
    else clear();
  }
  changed(read());
});

globalThis.addEventListener?.("storage", (event) => {
  if (event.key === null || event.key === "accessToken" || event.key === "user") changed(read());
});
