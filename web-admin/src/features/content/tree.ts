// The tree of all content as the lines that are seen: what is unfolded, and in a search the branches that lead to what was
// found. Below what was found everything can be unfolded.
import type { Course } from "web-shared/api/courses";
import { found } from "web-shared/format/search";
import type { Chapter, Lesson, Module } from "./kinds";

export type Node =
  | { kind: "course"; row: Course }
  | { kind: "module"; row: Module }
  | { kind: "chapter"; row: Chapter }
  | { kind: "lesson"; row: Lesson };

/** The content as far as it was read: nothing for what was not. */
export interface Outline {
  courses: readonly Course[];
  chapters: ReadonlyMap<number, readonly Chapter[]>;
  lessons: ReadonlyMap<number, readonly Lesson[]>;
}

export type Line = Node & {
  key: string;
  title: string;
  /** From 1. */
  level: number;
  /** The key of the line above it. */
  parent: string | null;
  /** Among its siblings that are seen, from 1. */
  place: number;
  siblings: number;
  /** Nothing: it holds nothing. */
  open: boolean | undefined;
  /** How many it holds, as far as that is known. */
  count: number | undefined;
  /** It is unfolded, and what it holds is not there yet. */
  waiting: boolean;
  /** The search means this one. */
  hit: boolean;
};

export interface View {
  /** Which lines were folded or unfolded by hand. */
  toggled: ReadonlyMap<string, boolean>;
  /** The folded words of a search. */
  words: string[];
}

export function keyOf({ kind, row }: Node): string {
  return `${kind}-${row.id}`;
}

export function titleOf({ kind, row }: Node): string {
  return kind === "course" ? row.name : row.title;
}

/** What a node holds; nothing while that was not read. */
export function childrenOf(node: Node, outline: Outline): Node[] | undefined {
  switch (node.kind) {
    case "course":
      return node.row.modules.map((row) => ({ kind: "module", row }));
    case "module":
      return outline.chapters.get(node.row.id)?.map((row) => ({ kind: "chapter", row }));
    case "chapter":
      return outline.lessons.get(node.row.id)?.map((row) => ({ kind: "lesson", row }));
    case "lesson":
      return [];
  }
}

/** Whether a node can be unfolded: also when what it holds was not read. */
function holds(node: Node, children: Node[] | undefined): boolean {
  if (children) return children.length > 0;
  return node.kind === "module" || (node.kind === "chapter" && node.row.lessonCount > 0);
}

export function linesOf(outline: Outline, view: View): Line[] {
  const searching = view.words.length > 0;
  const isHit = (node: Node) => searching && found(titleOf(node), view.words);
  const leads = (node: Node): boolean =>
    (childrenOf(node, outline) ?? []).some((child) => isHit(child) || leads(child));
  const lines: Line[] = [];

  function add(nodes: Node[], level: number, parent: string | null, free: boolean) {
    const seen = nodes.filter((node) => free || isHit(node) || leads(node));
    for (const [at, node] of seen.entries()) {
      const key = keyOf(node);
      const children = childrenOf(node, outline);
      const hit = isHit(node);
      const unfolded = view.toggled.get(key) ?? (searching && leads(node));
      const open = holds(node, children) ? unfolded : undefined;
      lines.push({
        ...node,
        key,
        title: titleOf(node),
        level,
        parent,
        place: at + 1,
        siblings: seen.length,
        open,
        count: node.kind === "chapter" ? node.row.lessonCount : children?.length,
        waiting: open === true && !children,
        hit,
      });
      if (!open || !children) continue;
      const whole = hit && view.toggled.get(key) === true;
      add(children, level + 1, key, free || whole);
    }
  }

  add(
    outline.courses.map((row) => ({ kind: "course", row })),
    1,
    null,
    !searching,
  );
  return lines;
}

/** The line a key press leads to. */
export function lineAt(lines: Line[], from: number, key: string): Line | undefined {
  const line = lines[from];
  switch (key) {
    case "ArrowDown":
      return lines[from + 1];
    case "ArrowUp":
      return lines[from - 1];
    case "Home":
      return lines[0];
    case "End":
      return lines.at(-1);
    case "ArrowLeft":
      return lines.find((one) => one.key === line?.parent);
    case "ArrowRight":
      return lines[from + 1]?.parent === line?.key ? lines[from + 1] : undefined;
    default:
      return undefined;
  }
}

/** The next line whose title begins with a letter, from the one after `from` on and around. */
export function lineBeginning(lines: Line[], from: number, letter: string): Line | undefined {
  const round = [...lines.slice(from + 1), ...lines.slice(0, from + 1)];
  return round.find(({ title }) => title.toLowerCase().startsWith(letter.toLowerCase()));
}
