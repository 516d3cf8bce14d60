// The outlines of courses on their way: as large as what comes, so that nothing jumps.
import { Skeleton } from "@mantine/core";
import { WordsSkeleton } from "web-shared/ui/WordsSkeleton";
import styles from "./Courses.module.css";

const SHOWN = 3;

export function CourseSkeletons() {
  return (
    <div aria-hidden="true">
      <div className={styles.bar}>
        <p>
          <WordsSkeleton letters={17} />
        </p>
        <Skeleton className={styles.orderSkeleton} />
      </div>
      {Array.from({ length: SHOWN }, (_, at) => (
        <div key={at} className={styles.card}>
          <div className={styles.wall}>
            <Skeleton className={styles.archSkeleton} />
          </div>
          <Body />
          <Side />
        </div>
      ))}
    </div>
  );
}

function Body() {
  return (
    <div className={styles.body}>
      <div className={styles.head}>
        <h2>
          <WordsSkeleton letters={26} />
        </h2>
        <p className={styles.by}>
          <WordsSkeleton letters={38} />
        </p>
      </div>
      <p className={styles.when}>
        <span>
          <WordsSkeleton letters={16} />
        </span>
        <span>
          <WordsSkeleton letters={30} />
        </span>
      </p>
      <p className={styles.description}>
        <WordsSkeleton letters={120} />
      </p>
      <dl className={styles.points}>
        <Points of={[22, 26, 20]} />
        <Points of={[24]} />
      </dl>
    </div>
  );
}

/** Points of so many letters. */
function Points({ of }: { of: number[] }) {
  return (
    <div>
      <dt>
        <WordsSkeleton letters={12} />
      </dt>
      <dd>
        <ul>
          {of.map((letters) => (
            <li key={letters}>
              <WordsSkeleton letters={letters} />
            </li>
          ))}
        </ul>
      </dd>
    </div>
  );
}

function Side() {
  return (
    <div className={styles.side}>
      <p className={styles.price}>
        <WordsSkeleton letters={5} />
        <small>
          <WordsSkeleton letters={24} />
        </small>
      </p>
      <div className={styles.places}>
        <Skeleton height={20} width={110} />
        <p>
          <WordsSkeleton letters={16} />
        </p>
      </div>
      <Skeleton height={40} className={styles.buttonSkeleton} />
    </div>
  );
}
