// A page of the dashboard: its title, what it says of itself, its main action.
import type { ReactNode } from "react";
import { Page } from "web-shared/ui/Page";
import styles from "./DashboardPage.module.css";

interface DashboardPageProps {
  title: string;
  lead?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}

export function DashboardPage({ title, lead, action, children }: DashboardPageProps) {
  return (
    <Page title={title}>
      <div className={styles.head}>
        <div>
          <h1>{title}</h1>
          {lead && <p>{lead}</p>}
        </div>
        {action}
      </div>
      {children}
    </Page>
  );
}
