// What a browser calls itself, in two words: its name and the system it runs on. A guess, good enough to tell
// one's own devices apart.

export interface Device {
  browser: string | null;
  system: string | null;
}

// The order counts: Edge also says Chrome, Chrome also says Safari.
const BROWSERS: [string, RegExp][] = [
  ["Edge", /\bEdg(?:e|A|iOS)?\//],
  ["Opera", /\bOPR\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Firefox", /\b(?:Firefox|FxiOS)\//],
  ["Chrome", /\b(?:Headless)?(?:Chrome|CriOS)\//],
  ["Safari", /\bSafari\//],
];
const SYSTEMS: [string, RegExp][] = [
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Android", /\bAndroid\b/],
  ["Windows", /\bWindows\b/],
  ["macOS", /\bMac OS X\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["Linux", /\bLinux\b/],
];

export function deviceOf(userAgent: string): Device {
  return { browser: nameOf(BROWSERS, userAgent), system: nameOf(SYSTEMS, userAgent) };
}

function nameOf(known: [string, RegExp][], userAgent: string): string | null {
  return known.find(([, sign]) => sign.test(userAgent))?.[0] ?? null;
}
