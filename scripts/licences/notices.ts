// What the page of notices looks like: first a line for each package, then each text once with the packages it covers.

export type Part = "server" | "desktop" | "sites";

export interface Notice {
  name: string;
  version: string;
  /** As the package names it, an SPDX expression where it can. */
  licence: string;
  parts: Part[];
  texts: string[];
}

const RULE = "-".repeat(80);
const HEAD = `THIRD-PARTY LICENCES

Préau contains the packages listed below. After the list stands the text of each licence, with the packages that it
covers. "server" is the program preau, "desktop" the desktop app, "sites" the pages that both of them serve.

Written by \`make licences\`.
`;

export function notices(all: Notice[]): string {
  const packages = Object.values(Object.groupBy(all, nameOf)).map((same = []) => merged(same));
  packages.sort((a, b) => order(nameOf(a), nameOf(b)));
  const list = packages.map(
    (each) => `${nameOf(each)} | ${each.licence} | ${each.parts.join(", ")}`,
  );
  return `${HEAD}\n${list.join("\n")}\n${texts(packages).join("")}`;
}

function nameOf({ name, version }: Notice): string {
  return `${name} ${version}`;
}

function order(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function merged(same: Notice[]): Notice {
  const [first] = same as [Notice];
  return {
    ...first,
    parts: [...new Set(same.flatMap(({ parts }) => parts))],
    texts: same.flatMap((notice) => notice.texts),
  };
}

/** Each text once, however its lines are broken. */
function texts(packages: Notice[]): string[] {
  const users = new Map<string, { text: string; names: Set<string> }>();
  for (const each of packages) {
    for (const text of each.texts) {
      const key = text.replace(/\s+/g, " ").trim();
      const known = users.get(key) ?? { text: tidy(text), names: new Set() };
      users.set(key, known);
      known.names.add(nameOf(each));
    }
  }
  return [...users.values()].map(
    ({ text, names }) => `\n${RULE}\n${[...names].join(", ")}\n${RULE}\n\n${text}\n`,
  );
}

function tidy(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(/[ \t]+$/gm, "")
    .trim();
}
