// The outline of a module on its way, in the shape of its page.
import { Skeleton } from "@mantine/core";
import { LinesSkeleton } from "web-shared/ui/lesson/LinesSkeleton";
import { PageBody } from "web-shared/ui/Page";
import styles from "./ModulePage.module.css";

export function ModuleSkeleton() {
  return (
    <>
      <div className={styles.wallSkeleton}>
        <div className="wrap">
          <Skeleton height={16} width={220} />
          <Skeleton height={44} width="min(420px, 80%)" mt={18} />
        </div>
      </div>
      <PageBody>
        <div className={styles.columns}>
          <Skeleton className={styles.chaptersSkeleton} />
          <div>
            <Skeleton height={34} width="60%" />
            <LinesSkeleton />
          </div>
        </div>
      </PageBody>
    </>
  );
}
