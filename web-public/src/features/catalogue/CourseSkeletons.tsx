// The outlines of courses on their way: as large as what comes, so that nothing jumps.
import { Skeleton } from "@mantine/core";
import styles from "./Courses.module.css";

const SHOWN = 3;

export function CourseSkeletons() {
  return (
    <>
      <div className={styles.bar}>
        <Skeleton height={20} width={160} />
      </div>
      {Array.from({ length: SHOWN }, (_, at) => (
        <div key={at} className={styles.card}>
          <div className={styles.wall}>
            <Skeleton className={styles.archSkeleton} />
          </div>
          <div className={`${styles.body} ${styles.bodySkeleton}`}>
            <Skeleton height={24} width="55%" />
            <Skeleton height={14} width="35%" />
            <Skeleton height={14} mt={12} />
            <Skeleton height={14} width="80%" />
            <Skeleton height={14} width="60%" mt={12} />
            <Skeleton height={14} width="50%" />
          </div>
          <div className={styles.side}>
            <Skeleton height={28} width={90} />
            <Skeleton height={14} width={120} />
            <Skeleton height={14} width={110} />
            <Skeleton height={40} className={styles.buttonSkeleton} />
          </div>
        </div>
      ))}
    </>
  );
}
