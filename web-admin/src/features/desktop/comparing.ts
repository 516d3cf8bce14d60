// How one wording became another, word by word. Chinese and Japanese write no spaces: there each sign is compared.
import { diffArrays } from "diff";
import type { ConflictPart } from "../../platform/local";
import { writingOf } from "./merging";

export interface Mark {
  kind: "same" | "added" | "removed";
  text: string;
}

/** What differs more is another text, and is shown without marks: in words and signs, and as a share of the letters. */
const MOST_DIFFERENT = 2_000;
const LEAST_COMMON = 0.3;

const SIGNS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const segmenter = new Intl.Segmenter("fr", { granularity: "word" });

function wordsIn(text: string): string[] {
  const words = Array.from(segmenter.segment(text), ({ segment }) => segment);
  return words.flatMap((word) => (SIGNS.test(word) ? [...word] : [word]));
}

/** What was taken out comes before what was put in its place. */
export function marksOf(before: string, after: string): Mark[] {
  const unmarked: Mark[] = after ? [{ kind: "same", text: after }] : [];
  const options = { maxEditLength: MOST_DIFFERENT };
  const changes = before ? diffArrays(wordsIn(before), wordsIn(after), options) : undefined;
  if (!changes) return unmarked;
  const marks: Mark[] = [];
  let removed = "";
  let added = "";
  const close = () => {
    if (removed) marks.push({ kind: "removed", text: removed });
    if (added) marks.push({ kind: "added", text: added });
    removed = added = "";
  };
  changes.forEach((change, at) => {
    const text = change.value.join("");
    if (change.removed) removed += text;
    else if (change.added) added += text;
    else if (/^\s+$/.test(text) && (removed || added) && changes[at + 1]) {
      // A space alone does not interrupt what was written anew.
      removed += text;
      added += text;
    } else {
      close();
      marks.push({ kind: "same", text });
    }
  });
  close();
  const common = marks.reduce(
    (sum, { kind, text }) => sum + (kind === "same" ? text.length : 0),
    0,
  );
  const related = common >= LEAST_COMMON * Math.min(before.length, after.length);
  return related || !after ? marks : unmarked;
}

/** Whether both sides of a part are compared with what stood there before. */
export function isCompared(part: ConflictPart): boolean {
  const base = Array.isArray(part.base) ? part.base.length > 0 : Boolean(part.base);
  return part.path !== "" && base && writingOf(part) !== null;
}

/** What a mark is called for those who do not see it. */
export type Called = Record<"added" | "removed" | "end", string>;

interface Piece {
  /** Nothing where a paragraph ends. */
  node: Text | null;
  text: string;
  start: number;
}

/** The rich text `after` with marks of what differs from `before`. Changes of form alone bear no mark. */
export function markedHtml(before: string, after: string, called: Called): string {
  const page = parsed(after);
  const pieces = piecesOf(page.body);
  const marks = marksOf(textOf(piecesOf(parsed(before).body)), textOf(pieces));
  const { added, removed } = places(marks);
  for (const piece of pieces) {
    if (piece.node) piece.node.replaceWith(...rebuilt(page, piece, added, removed, called));
  }
  // Where no text is left to stand in.
  for (const { text } of removed) page.body.append(marked(page, "del", text.trim(), called));
  return page.body.innerHTML;
}

const parsed = (html: string) => new DOMParser().parseFromString(html, "text/html");
const textOf = (pieces: Piece[]) => pieces.map(({ text }) => text).join("");

const WITHIN_LINES = /^(A|B|EM|I|IMG|RP|RT|RUBY|S|SPAN|STRONG|SUB|SUP|U)$/;

function piecesOf(body: Element): Piece[] {
  const pieces: Piece[] = [];
  let start = 0;
  const push = (node: Text | null, text: string) => {
    pieces.push({ node, text, start });
    start += text.length;
  };
  const end = () => {
    if (pieces.length > 0 && pieces.at(-1)?.node) push(null, "\n");
  };
  const walk = (parent: Node) => {
    for (const node of parent.childNodes) {
      if (node instanceof Text) push(node, node.data);
      else {
        const inline = WITHIN_LINES.test(node.nodeName);
        if (!inline) end();
        walk(node);
        if (!inline) end();
      }
    }
  };
  walk(body);
  return pieces;
}

interface Removed {
  at: number;
  text: string;
}

/** Where in the newer text something was put in, and where something was taken out. */
function places(marks: Mark[]) {
  const added: [from: number, to: number][] = [];
  const removed: Removed[] = [];
  let at = 0;
  for (const { kind, text } of marks) {
    if (kind === "removed") removed.push({ at, text: text.replace(/\s+/g, " ") });
    else {
      if (kind === "added") added.push([at, at + text.length]);
      at += text.length;
    }
  }
  return { added, removed };
}

/** A piece of text, cut where marks begin and end; takes those out of `removed` that it shows. */
function rebuilt(
  page: Document,
  { text, start }: Piece,
  added: [number, number][],
  removed: Removed[],
  called: Called,
): Node[] {
  const end = start + text.length;
  const inside = (at: number) => at >= start && at <= end;
  const cuts = [start, end, ...added.flat(), ...removed.map(({ at }) => at)].filter(inside);
  const nodes: Node[] = [];
  [...new Set(cuts)]
    .sort((one, other) => one - other)
    .forEach((from, place, all) => {
      while (removed[0] && removed[0].at <= from) {
        nodes.push(marked(page, "del", removed.shift()?.text ?? "", called));
      }
      const to = all[place + 1];
      if (to === undefined) return;
      const part = text.slice(from - start, to - start);
      const isNew = added.some(([begin, stop]) => begin <= from && to <= stop);
      nodes.push(
        isNew && part.trim() ? marked(page, "ins", part, called) : page.createTextNode(part),
      );
    });
  return nodes;
}

function marked(page: Document, tag: "ins" | "del", text: string, called: Called): Element {
  const mark = page.createElement(tag);
  const hidden = (words: string) => {
    const span = page.createElement("span");
    span.className = "hidden";
    span.textContent = words;
    return span;
  };
  mark.append(
    hidden(`${called[tag === "ins" ? "added" : "removed"]} `),
    text,
    hidden(` ${called.end} `),
  );
  return mark;
}
