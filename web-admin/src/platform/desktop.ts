// The dashboard in the desktop app: the one file that knows the window's own ways (Tauri). Calls are plain requests, which
// the app answers itself; links that lead out of the dashboard are plain links, which the window opens outside of it. Only
// what the app tells comes by other ways.
import { onlineManager } from "@tanstack/react-query";
import { listen } from "@tauri-apps/api/event";
import { isMissing } from "web-shared/api/problem";
import { suggestLanguage } from "web-shared/preferences";
import { ask, askFile } from "./ask";
import type { Draft, State, Upload } from "./local";
import { enter } from "./session";
import type { App, AppEvents, Drafts, Platform } from "./types";

export async function openDesktop(): Promise<Platform> {
  // Every call is answered on this computer, whatever the network does.
  onlineManager.setEventListener(() => () => undefined);
  window.addEventListener("online", () => void app.sync().catch(() => undefined));

  let state: State | null = null;
  try {
    state = await app.state();
  } catch {
    // The page can tell better than an empty window.
  }
  if (state) suggestLanguage(state.language);
  if (state?.user) enter(state.user);
  return { drafts, app };
}

const one = encodeURIComponent;

const drafts: Drafts = {
  all: () => ask<Draft[]>("GET", "drafts"),
  find: (key) =>
    ask<Draft | null>("GET", `drafts/${one(key)}`).catch((error) => {
      if (isMissing(error)) return null;
      throw error;
    }),
  keep: (draft) => ask("PUT", `drafts/${one(draft.key)}`, draft),
  forget: (key) => ask("DELETE", `drafts/${one(key)}`),
};

const app: App = {
  state: () => ask("GET", "state"),
  findSchool: (address) => ask("PUT", "school", { address }),
  signIn: (who) => ask("POST", "sign-in", who),
  answerChallenge: (answer) => ask("POST", "sign-in/code", answer),
  signInOutside: (address) => ask("POST", "sign-in/browser", { address }),
  cancelSignIn: () => ask("DELETE", "sign-in/browser"),
  signOut: (force) => ask("POST", "sign-out", { force }),
  profiles: () => ask("GET", "profiles"),
  openProfile: (id) => ask("POST", `profiles/${one(id)}`, {}),
  removeProfile: (id, force) => ask("DELETE", `profiles/${one(id)}${force ? "?force=true" : ""}`),
  operations: () => ask("GET", "operations"),
  retry: (id) => ask("POST", `operations/${one(id)}/retry`, {}),
  retryAll: () => ask("POST", "operations/retry", {}),
  discard: (id, force) => ask("DELETE", `operations/${one(id)}${force ? "?force=true" : ""}`),
  exported: () => askFile("operations/export"),
  conflict: (id) => ask("GET", `conflicts/${one(id)}`),
  resolve: (id, choices) => ask("POST", `conflicts/${one(id)}`, { choices }),
  undo: (id) => ask("POST", `conflicts/${one(id)}/undo`, {}),
  history: () => ask("GET", "history"),
  dismissDamage: () => ask("DELETE", "damage"),
  diagnostics: () => askFile("diagnostics"),
  offline: () => ask("GET", "offline"),
  lessons: (words) => ask("GET", `lessons?q=${one(words)}`),
  place: (of) => ask("GET", `place?of=${one(of)}`),
  chooseFile: async (rules, keeps) =>
    (await ask<Upload | undefined>("POST", "uploads", { rules, keeps })) ?? null,
  upload: (id) => ask("GET", `uploads/${one(id)}`),
  pauseUpload: (id) => ask("POST", `uploads/${one(id)}/pause`, {}),
  cancelUpload: (id) => ask("DELETE", `uploads/${one(id)}`),
  sync: () => ask("POST", "sync", {}),
  on: hear,
};

function hear<Name extends keyof AppEvents>(
  name: Name,
  tell: (what: AppEvents[Name]) => void,
): () => void {
  // Whoever stops before the window has begun to tell is not told either.
  let heard = true;
  const ending = listen<AppEvents[Name]>(`preau://${name}`, ({ payload }) => {
    if (heard) tell(payload);
  });
  return () => {
    heard = false;
    void ending.then((end) => end());
  };
}
