// A page of the dashboard: its title, what it says of itself, its main action.
import type { ReactNode } from "react";
import { Page } from "web-shared/ui/Page";
import styles from "./DashboardPage.module.css";

interface DashboardPageProps {
  title: string;
  /** The way back, above the title. */
  back?: ReactNode;
  /** The state of what is shown, beside the title. */
  tag?: ReactNode;
  /** Below the title; null while it is on its way, which keeps its line. */
  lead?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}

export function DashboardPage({ title, back, tag, lead, action, children }: DashboardPageProps) {
  return (
    <Page title={title}>
      <div className={styles.head}>
        <div>
          {back && <div className={styles.back}>{back}</div>}
          <div className={styles.title}>
            <h1>{title}</h1>
            {tag}
          </div>
          {lead !== undefined && lead !== false && <p className={styles.lead}>{lead}</p>}
        </div>
        {action && <div className={styles.action}>{action}</div>}
      </div>
      {children}
    </Page>
  );
}
