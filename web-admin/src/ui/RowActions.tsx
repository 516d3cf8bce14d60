// What can be done with a row, at its end; on a phone at the foot of its card.
import { ActionIcon, Tooltip } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { Icon } from "web-shared/ui/Icon";
import styles from "./RowActions.module.css";

export function RowActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}

interface RowActionProps {
  icon: string;
  /** What it does, to which row. */
  label: string;
  danger?: boolean;
  disabled?: boolean;
  onClick: () => void;
}

export function RowAction({ icon, label, danger = false, ...button }: RowActionProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon size={40} color={danger ? "grenade" : "encre"} aria-label={label} {...button}>
        <Icon name={icon} size={20} />
      </ActionIcon>
    </Tooltip>
  );
}

interface RowLinkProps {
  icon: string;
  label: string;
  to: string;
  /** On the other site, not in the dashboard. */
  outside?: boolean;
}

export function RowLink({ icon, label, to, outside = false }: RowLinkProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        size={40}
        color="encre"
        aria-label={label}
        renderRoot={(props) => (outside ? <a {...props} href={to} /> : <Link {...props} to={to} />)}
      >
        <Icon name={icon} size={20} />
      </ActionIcon>
    </Tooltip>
  );
}
