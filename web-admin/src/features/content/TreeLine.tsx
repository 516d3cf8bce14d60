// One line of the tree: what it is called, what it holds, and what can be done with it. Keys pressed on the line itself
// are its own; those of a field or a menu in it are not.
import { ActionIcon, Loader, Menu, Tooltip } from "@mantine/core";
import type { KeyboardEvent, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { type Piece, pieces } from "web-shared/format/search";
import { Icon } from "web-shared/ui/Icon";
import { FailedState } from "web-shared/ui/Scene";
import { Tag, type Tone } from "web-shared/ui/Tag";
import { Taught } from "../../ui/Taught";
import styles from "./Tree.module.css";
import type { Line } from "./tree";

/** What the tree gives each of its lines. */
export interface LineProps {
  line: Line;
  id: string;
  /** The one that the Tab key reaches. */
  current: boolean;
  words: string[];
  /** Why what it holds could not be read. */
  failure: unknown;
  onRetry: () => void;
  onFocus: () => void;
  onToggle: (open?: boolean) => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  /** Takes the focus to this line again, or to one beside it when it goes. */
  onReturn: (gone?: boolean) => void;
  /** The full editor at this place. */
  editor: string;
}

interface TreeLineProps extends LineProps {
  /** What the menu offers besides the editor. */
  menu?: ReactNode;
  /** In place of the title, while it is changed. */
  form?: ReactNode;
}

const ICONS = { course: "books", module: "stack", chapter: "list-bullets", lesson: "text-aa" };

export function TreeLine(props: TreeLineProps) {
  const { line, id, current, words, failure, form, onToggle } = props;
  const name = `${id}-name`;
  const unfolds = line.open !== undefined;

  function press(event: KeyboardEvent<HTMLElement>) {
    if (event.target === event.currentTarget) props.onKeyDown(event);
  }

  return (
    <div
      id={id}
      role="treeitem"
      className={styles.line}
      tabIndex={current ? 0 : -1}
      aria-level={line.level}
      aria-posinset={line.place}
      aria-setsize={line.siblings}
      aria-expanded={line.open}
      aria-labelledby={name}
      aria-current={current || undefined}
      data-level={line.level}
      onFocus={props.onFocus}
      onKeyDown={press}
    >
      <div className={styles.head}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the line's keys do the same */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the line's keys do the same */}
        <div className={styles.name} onClick={unfolds && !form ? () => onToggle() : undefined}>
          <span className={styles.caret} data-open={line.open}>
            {unfolds && <Icon name="caret-right-bold" size={14} />}
          </span>
          <span className={styles.icon}>
            <Icon name={ICONS[line.kind]} size={20} />
          </span>
          {form ? (
            <span id={name} className="hidden">
              {line.title}
            </span>
          ) : (
            <span id={name} className={styles.title} lang="fr">
              <Highlighted parts={pieces(line.title, line.hit ? words : [])} />
            </span>
          )}
        </div>
        {form || <Facts line={line} />}
        {!form && <Actions {...props} />}
      </div>
      {line.waiting &&
        (failure ? (
          <FailedState error={failure} onRetry={props.onRetry} />
        ) : (
          <div className={styles.waiting} aria-busy="true">
            <Loader size="sm" />
          </div>
        ))}
    </div>
  );
}

function Highlighted({ parts }: { parts: Piece[] }) {
  return parts.map(({ text, hit }, at) => (hit ? <mark key={at}>{text}</mark> : text));
}

const TONES: Record<string, Tone> = {
  DRAFT: "warning",
  PUBLISHED: "success",
  ARCHIVED: "neutral",
};

function Facts({ line }: { line: Line }) {
  const { t } = useTranslation();
  const { kind, count } = line;
  if (kind !== "course") {
    return count === undefined || kind === "lesson" ? null : (
      <span className={styles.facts}>{t(`dashboard.content.tree.in.${kind}`, { count })}</span>
    );
  }
  const { status, languageCode, language, level } = line.row;
  return (
    <span className={styles.facts} data-course>
      <Tag tone={TONES[status] ?? "neutral"}>{t(`dashboard.courses.is.${status}`)}</Tag>
      <Taught code={languageCode} name={language} />
      <span>{level}</span>
      <span>{t("dashboard.content.tree.in.course", { count: count ?? 0 })}</span>
    </span>
  );
}

function Actions({ line, current, editor, menu }: TreeLineProps) {
  const { t } = useTranslation();
  const open = t("dashboard.content.tree.open", { name: line.title });
  return (
    <span className={styles.actions}>
      <Tooltip label={t("dashboard.content.tree.openAction")}>
        <ActionIcon
          component={Link}
          to={editor}
          size={40}
          aria-label={open}
          tabIndex={current ? 0 : -1}
        >
          <Icon name="pencil-simple" />
        </ActionIcon>
      </Tooltip>
      {menu && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon
              size={40}
              aria-label={t("dashboard.content.tree.more", { name: line.title })}
              tabIndex={current ? 0 : -1}
            >
              <Icon name="dots-three-bold" />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>{menu}</Menu.Dropdown>
        </Menu>
      )}
    </span>
  );
}

interface MenuItemProps {
  keys?: string;
  disabled?: boolean;
  red?: boolean;
  onClick: () => void;
  children: ReactNode;
}

/** One entry of a line's menu, with the keys that do the same. */
export function MenuItem({
  keys,
  disabled = false,
  red = false,
  onClick,
  children,
}: MenuItemProps) {
  return (
    <Menu.Item
      disabled={disabled}
      {...(red && { color: "red" })}
      rightSection={keys && <kbd className={styles.keys}>{keys}</kbd>}
      onClick={onClick}
    >
      {children}
    </Menu.Item>
  );
}
