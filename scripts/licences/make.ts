// Writes the notices of third-party licences: every package in the shipped programs, and the texts of their licences.
// cargo-about lists the crates, Vite what the built sites bundle; what is copied without either stands in others.ts.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { BUNDLED_PACKAGES } from "../../web-shared/build/site.ts";
import { type Notice, notices, type Part } from "./notices.ts";
import { filesOf, keptText, others } from "./others.ts";

interface Crate {
  name: string;
  version: string;
  license: string | null;
  authors: string[];
  manifest_path: string;
}

interface CargoAbout {
  crates: { package: Crate; license: string }[];
  /** `source_path` is absent where the crate has no such file, and the licence's usual text stands in for it. */
  licenses: { text: string; source_path?: string; used_by: { crate: Crate }[] }[];
}

interface Bundled {
  name: string;
  version: string;
  identifier?: string;
  text?: string;
}

const root = fileURLToPath(new URL("../..", import.meta.url));
const OUT = join(root, "web-public/public/licences.txt");
const PROGRAMS: [part: Part, package_: string, features: string[]][] = [
  ["server", "server", []],
  ["desktop", "desktop", ["--features", "window"]],
];
const SITES = ["web-public/dist", "web-public/dist/.ssr", "web-admin/dist"];

function crates(part: Part, folder: string, features: string[]): Notice[] {
  const options = [
    "--config",
    "scripts/licences/about.toml",
    "--format",
    "json",
    "--frozen",
    "--fail",
  ];
  const args = [
    "about",
    "generate",
    ...options,
    ...features,
    "--manifest-path",
    `${folder}/Cargo.toml`,
  ];
  const { status, stdout } = spawnSync("cargo", args, {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 2 ** 28, // bytes
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (status !== 0) process.exit(1); // cargo-about has said why
  const found: CargoAbout = JSON.parse(stdout);
  return found.crates.map(({ package: crate, license }) => ({
    name: crate.name,
    version: crate.version,
    licence: crate.license ?? license,
    parts: [part],
    texts: textsOf(crate, found),
  }));
}

function textsOf(crate: Crate, { licenses }: CargoAbout): string[] {
  const own = licenses.filter(({ used_by }) =>
    used_by.some((user) => user.crate.manifest_path === crate.manifest_path),
  );
  const folder = dirname(crate.manifest_path);
  const texts = own.map(({ text, source_path }) => {
    if (source_path) return text;
    return filesOf(folder, /^(licen[cs]e|copying)/i).join("\n\n") || byAuthors(crate, text);
  });
  return [...texts, ...filesOf(folder, /^notice/i)];
}

/** The usual text of a licence says nothing about who grants it. */
function byAuthors({ name, authors }: Crate, text: string): string {
  return `Authors of ${name}: ${authors.join(", ") || `the ${name} developers`}\n\n${text}`;
}

function bundled(site: string): Notice[] {
  const list: Bundled[] = JSON.parse(readFileSync(join(root, site, BUNDLED_PACKAGES), "utf8"));
  return list.map(({ name, version, identifier = "", text }) => ({
    name,
    version,
    licence: identifier,
    parts: ["sites"],
    texts: [text ?? keptText(root, name)],
  }));
}

const all = [
  ...PROGRAMS.flatMap(([part, folder, features]) => crates(part, folder, features)),
  ...SITES.flatMap(bundled),
  ...others(root),
];
writeFileSync(OUT, notices(all));
