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

const COPYRIGHT = /^\s*(copyright\b|©|\(c\)|authors of )/i;
const LONGEST_HEAD = 12; // lines
const RULE = "-".repeat(80);
const HEAD = `THIRD-PARTY LICENCES

Préau contains the packages listed below. After the list stands the text of each licence, below the packages that it
covers and their copyright notices. "server" is the program preau, "desktop" the desktop app, "sites" the pages that both of them serve.

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

/** Each text once, however its lines are broken, under the copyright notices of the packages it covers. */
function texts(packages: Notice[]): string[] {
  const found = new Map<string, { body: string; holders: Set<string> }>();
  for (const each of packages) {
    for (const text of each.texts) {
      const { head, body } = split(tidy(text));
      const key = body.replace(/\s+/g, " ");
      const known = found.get(key) ?? { body, holders: new Set() };
      found.set(key, known);
      known.holders.add([nameOf(each), ...head].join("\n  "));
    }
  }
  return [...found.values()].map(
    ({ body, holders }) => `\n${RULE}\n${[...holders].join("\n")}\n${RULE}\n\n${body}\n`,
  );
}

/** The lines up to the last copyright notice at the beginning of a text, and the text that they stand before. */
function split(text: string): { head: string[]; body: string } {
  const lines = text.split("\n");
  const last = lines.slice(0, LONGEST_HEAD).findLastIndex((line) => COPYRIGHT.test(line));
  const head = lines.slice(0, last + 1).map((line) => line.trim());
  return {
    head: head.filter((line) => line !== ""),
    body: lines
      .slice(last + 1)
      .join("\n")
      .trim(),
  };
}

function tidy(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(/[ \t]+$/gm, "")
    .trim();
}
