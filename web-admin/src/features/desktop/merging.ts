// What is chosen where two versions of one thing meet, and what comes out of it.
import type { Conflict, ConflictPart } from "../../platform/local";
import type { Choice, Choices } from "../../platform/types";
import { isRich } from "./things";

export type Whose = "mine" | "theirs" | "both";

/** How a part can be written, beyond choosing a side: not at all when it is not text. */
export type Writing = "rich" | "lines" | "text" | null;

export function writingOf({ base, mine, theirs }: ConflictPart): Writing {
  const sides = [mine, theirs].filter((side) => side !== null && side !== undefined);
  if (sides.length === 0) return null;
  if (sides.every((side) => Array.isArray(side))) return sides.every(isWords) ? "lines" : null;
  if (!sides.every((side) => typeof side === "string")) return null;
  if ([base, mine, theirs].some(isRich)) return "rich";
  return sides.every(isCode) ? null : "text";
}

const isWords = (side: unknown) =>
  Array.isArray(side) && side.every((line) => typeof line === "string");

/** A word of the program, or a day: one of several, nothing to write in. */
const isCode = (side: unknown) => /^([A-Z][A-Z_]+|\d{4}-\d{2}-\d{2})$/.test(String(side));

/** Whether both may stay, one after the other. */
export function mayKeepBoth(part: ConflictPart): boolean {
  const writing = writingOf(part);
  return (writing === "rich" || writing === "lines") && Boolean(part.mine) && Boolean(part.theirs);
}

/** What stands there when that side is chosen: theirs comes first where both stay. */
export function chosenValue({ mine, theirs }: ConflictPart, whose: Whose): unknown {
  if (whose !== "both") return whose === "mine" ? mine : theirs;
  return Array.isArray(mine) && Array.isArray(theirs)
    ? [...theirs, ...mine]
    : `${String(theirs ?? "")}${String(mine ?? "")}`;
}

/** What was chosen of one part: a side, and what was written over it. */
export interface Decision {
  whose: Whose;
  written?: unknown;
}

export type Decisions = Record<string, Decision>;

/** What is sent; nothing while a part is open. */
export function choicesOf(parts: ConflictPart[], decisions: Decisions): Choices | null {
  const choices: Choices = {};
  for (const part of parts) {
    const decision = decisions[part.path];
    if (!decision) return null;
    choices[part.path] = choiceOf(decision);
  }
  return choices;
}

function choiceOf({ whose, written }: Decision): Choice {
  return written === undefined ? whose : { edited: written };
}

/** The parts to choose between. Where one side deleted it all, that is the only one. */
export function partsOf({ parts, deleted, merged }: Conflict): ConflictPart[] {
  if (parts.length > 0 || !deleted) return parts;
  const side = (whose: "mine" | "theirs") => (deleted === whose ? null : merged);
  return [{ path: "", shape: "removed", base: null, mine: side("mine"), theirs: side("theirs") }];
}
