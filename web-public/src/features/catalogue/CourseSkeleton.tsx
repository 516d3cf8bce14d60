// The outline of a course on its way, in the shape of its page.
import { Skeleton } from "@mantine/core";
import styles from "./Course.module.css";

const LINES = ["92%", "78%", "85%", "64%", "90%", "70%"];

export function CourseSkeleton() {
  return (
    <div className={styles.sheet}>
      <div className={styles.banner}>
        <div className={styles.ground} />
        <div className="wrap">
          <div className={styles.words}>
            <Skeleton height={16} width={180} />
            <Skeleton height={54} width={220} mt={24} />
            <Skeleton height={56} width="80%" mt={22} />
            <Skeleton height={18} mt={22} />
            <Skeleton height={18} width="60%" mt={10} />
          </div>
          <div className={styles.picture}>
            <Skeleton className={styles.archSkeleton} />
          </div>
        </div>
      </div>
      <div className={styles.content}>
        <Skeleton height={44} width="70%" />
        <Skeleton height={30} width="45%" mt={48} />
        {LINES.map((width) => (
          <Skeleton key={width} height={16} width={width} mt={16} />
        ))}
      </div>
      <div className={styles.booking}>
        <Skeleton height={460} />
      </div>
    </div>
  );
}
