// In which program the dashboard runs. Only the app's page comes from an address of its own kind; its code is fetched only
// there.
import { browser } from "./browser";
import type { App, Platform } from "./types";

export let platform: Platform = browser;

/** Before anything is shown. */
export async function choosePlatform(): Promise<void> {
  if (location.protocol !== "preau:") return;
  const { openDesktop } = await import("./desktop");
  runOn(await openDesktop());
}

export function runOn(chosen: Platform): void {
  platform = chosen;
}

/** For the parts that are only in the app. */
export function theApp(): App {
  if (!platform.app) throw new Error("not in the desktop app");
  return platform.app;
}
