// The codes that core is tested with as well, for the tests of this feature.
import { readFileSync } from "node:fs";
import type { Summary } from "./code";
import type { Key } from "./signature";

interface Case {
  /** What somebody pasted. */
  text: string;
  /** The code in it; null: there is none, or not all of it. */
  code: string | null;
  /** By the school's key. */
  signed: boolean;
  summary: Summary | null;
}

const file = readFileSync("core/cases/certificate.json", "utf8");

export const { key, cases }: { key: Key; cases: Case[] } = JSON.parse(file);
