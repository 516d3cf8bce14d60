// What can be done with a row: what it waits for as a word, the rest in one menu, what cannot be taken back last.
import { ActionIcon, Menu, Skeleton, Tooltip } from "@mantine/core";
import { Children, isValidElement, type ReactNode, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Icon } from "web-shared/ui/Icon";
import styles from "./RowActions.module.css";
import { useSchoolAway } from "./SchoolOnly";

interface RowActionsProps {
  /** What the row is called. */
  name: string;
  /** The button of what is done most. */
  main?: ReactNode;
  /** Something of the menu is under way. */
  busy?: boolean;
  /** RowAction and RowLink; without any there is no menu. */
  children?: ReactNode;
}

export function RowActions({ name, main, busy = false, children }: RowActionsProps) {
  const items = Children.toArray(children);
  return (
    <div className={styles.actions}>
      {main && <div className={styles.main}>{main}</div>}
      {items.length > 0 && <More name={name} busy={busy} items={items} />}
    </div>
  );
}

/** Their outline, as large. */
export function RowActionsSkeleton({ single = false }: { single?: boolean | undefined }) {
  return (
    <div className={styles.actions}>
      <div className={styles.main}>
        <Skeleton height={36} width={72} />
      </div>
      {!single && <Skeleton data-more className={styles.more} height={44} width={44} />}
    </div>
  );
}

interface MoreProps {
  name: string;
  busy: boolean;
  items: ReactNode[];
}

const isDangerous = (item: ReactNode) =>
  isValidElement<{ danger?: boolean }>(item) && item.props.danger === true;

function More({ name, busy, items }: MoreProps) {
  const { t } = useTranslation();
  const [wanted, setWanted] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const look = {
    ref: button,
    "data-more": true,
    className: styles.more,
    size: 44,
    loading: busy,
    "aria-label": t("dashboard.table.more", { name }),
    children: <Icon name="dots-three-bold" size={22} />,
  };
  // Fifty menus take longer to draw than fifty rows: each comes when its button is first pressed.
  if (!wanted) {
    return (
      <ActionIcon
        {...look}
        aria-haspopup="menu"
        aria-expanded={false}
        onClick={() => setWanted(true)}
      />
    );
  }
  const dangerous = items.filter(isDangerous);
  const harmless = items.filter((item) => !isDangerous(item));
  return (
    <Menu
      defaultOpened
      position="bottom-end"
      withInitialFocusPlaceholder={false}
      // Before a dialog opens, which gives the focus back to where it was.
      returnFocus={false}
      onClose={() => button.current?.focus({ preventScroll: true })}
      withOverlay
      // Under the overlay nothing scrolls: the button cannot leave the menu behind.
      hideDetached={false}
      overlayProps={{ className: styles.veil ?? "" }}
    >
      <Menu.Target>
        <ActionIcon {...look} />
      </Menu.Target>
      <Menu.Dropdown className={styles.menu}>
        {harmless}
        {dangerous.length > 0 && harmless.length > 0 && <Menu.Divider />}
        {dangerous}
      </Menu.Dropdown>
    </Menu>
  );
}

interface ItemProps {
  icon: string;
  /** What it does, to which row. */
  label: string;
  /** The same in the menu of the row. */
  text: string;
  danger?: boolean;
}

interface RowActionProps extends ItemProps {
  disabled?: boolean;
  onClick: () => void;
}

export function RowAction({ icon, label, text, danger = false, ...item }: RowActionProps) {
  return (
    <Menu.Item
      aria-label={label}
      leftSection={<Icon name={icon} size={20} />}
      {...(danger && { color: "red" })}
      {...item}
    >
      {text}
    </Menu.Item>
  );
}

/** Something that the school alone can do: where it cannot be reached the entry says so and does nothing. */
export function SchoolRowAction({ onClick, ...action }: RowActionProps) {
  const away = useSchoolAway();
  const reason = useId();
  if (!away) return <RowAction {...action} onClick={onClick} />;
  const { icon, label, text } = action;
  return (
    <Menu.Item
      aria-label={label}
      aria-disabled
      aria-describedby={reason}
      className={styles.away}
      closeMenuOnClick={false}
      leftSection={<Icon name={icon} size={20} />}
    >
      {text}
      <small id={reason}>{away}</small>
    </Menu.Item>
  );
}

interface RowLinkProps extends ItemProps {
  to: string;
  /** On the other site, not in the dashboard. */
  outside?: boolean;
  /** Beside this page. */
  newTab?: boolean;
}

export function RowLink({ icon, label, text, danger = false, ...link }: RowLinkProps) {
  const { to, outside = false, newTab = false } = link;
  return (
    <Menu.Item
      aria-label={label}
      leftSection={<Icon name={icon} size={20} />}
      {...(danger && { color: "red" })}
      renderRoot={(props) =>
        outside ? (
          <a {...props} href={to} {...(newTab && { target: "_blank", rel: "noreferrer" })} />
        ) : (
          <Link {...props} to={to} />
        )
      }
    >
      {text}
    </Menu.Item>
  );
}

interface IconActionProps {
  icon: string;
  label: string;
  danger?: boolean;
  onClick: () => void;
}

/** A sign alone, where there is nothing else to do. */
export function IconAction({ icon, label, danger = false, onClick }: IconActionProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        size={40}
        color={danger ? "grenade" : "encre"}
        aria-label={label}
        onClick={onClick}
      >
        <Icon name={icon} size={20} />
      </ActionIcon>
    </Tooltip>
  );
}
