// The dashboard in a browser, which needs nothing more than it has.
import type { Platform } from "./types";

export const browser: Platform = { drafts: null, app: null };
