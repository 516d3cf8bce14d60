// What the app says when all is well, for tests.
import type { State } from "../../platform/local";

export const STATE: State = {
  school: { name: "Préau", address: "https://ecole.fr" },
  user: null,
  connection: "online",
  waiting: 0,
  failed: 0,
  conflicts: 0,
  denied: null,
  syncing: false,
  lastSync: null,
  copied: true,
  copying: null,
  locked: null,
  disk: null,
  damage: [],
  secret: "keychain",
  signingIn: false,
  signInProblem: null,
  version: "0.1.0",
  language: "fr",
};
