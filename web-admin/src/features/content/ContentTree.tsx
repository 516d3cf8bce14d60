// The tree of all content. One line of it is reached by the Tab key, the others by arrows, Home, End and first letters.
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { ChapterLine, CourseLine, LessonLine, ModuleLine } from "./lines";
import styles from "./Tree.module.css";
import type { LineProps } from "./TreeLine";
import { type Line, lineAt, lineBeginning, type Outline } from "./tree";
import { editorAddress } from "./usePlace";

interface ContentTreeProps {
  outline: Outline;
  lines: Line[];
  words: string[];
  failures: ReadonlyMap<string, unknown>;
  onRetry: () => void;
  onToggle: (key: string, open: boolean) => void;
}

export function ContentTree(props: ContentTreeProps) {
  const { outline, lines, words, failures, onRetry, onToggle } = props;
  const { t } = useTranslation();
  const navigate = useNavigate();
  const tree = useId();
  const [current, setCurrent] = useState<string>();
  const reached = lines.some(({ key }) => key === current) ? current : lines[0]?.key;
  const focus = useFocus(tree, setCurrent);

  function press(event: KeyboardEvent<HTMLElement>, line: Line, at: number) {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey) return;
    const to = lineAt(lines, at, key) ?? (isLetter(key) && lineBeginning(lines, at, key));
    if (key === "ArrowRight" && line.open === false) onToggle(line.key, true);
    else if (key === "ArrowLeft" && line.open) onToggle(line.key, false);
    else if (key === "Enter" || key === " ") {
      if (line.open === undefined) void navigate(addressOf(line, lines));
      else onToggle(line.key, !line.open);
    } else if (to) focus(to.key);
    else return;
    event.preventDefault();
  }

  function propsOf(line: Line, at: number): LineProps {
    return {
      line,
      id: `${tree}-${line.key}`,
      current: line.key === reached,
      words,
      failure: failures.get(line.key),
      onRetry,
      onFocus: () => setCurrent(line.key),
      onToggle: (open = !line.open) => onToggle(line.key, open),
      onKeyDown: (event) => press(event, line, at),
      onReturn: (gone) => focus((gone && besides(lines, at)) || line.key),
      editor: addressOf(line, lines),
    };
  }

  return (
    <div role="tree" className={styles.tree} aria-label={t("dashboard.nav.content")}>
      {lines.map((line, at) => (
        <AnyLine
          key={line.key}
          outline={outline}
          whole={words.length === 0}
          {...propsOf(line, at)}
        />
      ))}
    </div>
  );
}

function AnyLine({ outline, whole, ...props }: LineProps & { outline: Outline; whole: boolean }) {
  const { line } = props;
  switch (line.kind) {
    case "course":
      return <CourseLine {...props} row={line.row} />;
    case "module":
      return <ModuleLine {...props} row={line.row} />;
    case "chapter": {
      const siblings = whole ? outline.chapters.get(line.row.moduleId) : undefined;
      return <ChapterLine {...props} row={line.row} siblings={siblings} />;
    }
    case "lesson": {
      const siblings = whole ? outline.lessons.get(line.row.chapterId) : undefined;
      return <LessonLine {...props} row={line.row} siblings={siblings} />;
    }
  }
}

/** Where a line is edited in full. */
function addressOf(line: Line, lines: Line[]): string {
  const above = (of: Line | undefined) => lines.find(({ key }) => key === of?.parent);
  const chain = [line, above(line), above(above(line)), above(above(above(line)))];
  const idOf = (kind: Line["kind"]) => chain.find((one) => one?.kind === kind)?.row.id;
  const [course, module, chapter, lesson] = (
    ["course", "module", "chapter", "lesson"] as const
  ).map(idOf);
  return editorAddress(course ?? 0, {
    ...(module && { module }),
    ...(chapter && { chapter }),
    ...(lesson && { lesson }),
  });
}

/** The line that takes the focus of one that goes. */
function besides(lines: Line[], at: number): string | undefined {
  const gone = lines[at];
  const follows = lines.slice(at + 1).find(({ level }) => level <= (gone?.level ?? 0));
  return follows && follows.parent === gone?.parent ? follows.key : lines[at - 1]?.key;
}

function isLetter(key: string): boolean {
  return /^[\p{L}\p{N}]$/u.test(key);
}

/** Takes the focus to a line, as soon as it stands there. */
function useFocus(tree: string, onFocus: (key: string) => void) {
  const [wanted, setWanted] = useState<{ key: string } | null>(null);
  const latest = useRef(onFocus);
  latest.current = onFocus;
  useEffect(() => {
    if (!wanted) return;
    latest.current(wanted.key);
    document.getElementById(`${tree}-${wanted.key}`)?.focus();
  }, [wanted, tree]);
  return (key: string) => setWanted({ key });
}
