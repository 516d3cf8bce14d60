// What the desktop app says of itself; nothing in a browser.
import { queryOptions } from "@tanstack/react-query";
import { platform, theApp } from "./platform";

/** Every question to the app begins so: whatever it tells of is asked for again. */
export const DESKTOP = "desktop";
const LOOK_AGAIN = 20_000; // milliseconds; the app tells of changes, this is for one that was missed

export const stateQuery = queryOptions({
  queryKey: [DESKTOP, "state"],
  queryFn: () => theApp().state(),
  refetchInterval: LOOK_AGAIN,
});

/** The same on pages that a browser shows too. */
export function stateWherePossible() {
  return { ...stateQuery, enabled: platform.app !== null };
}
