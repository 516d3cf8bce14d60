// A page with one thing to say: a title, a sentence, and the ways on. With its course, the arch of it stands beside them.
import { type ReactNode, useEffect, useRef } from "react";
import type { Course } from "web-shared/api/courses";
import { dayRange } from "web-shared/format/format";
import { errorText } from "web-shared/i18n/errors";
import { PageBody, PageHeader } from "web-shared/ui/Page";
import { EmptyState, Note } from "web-shared/ui/Scene";
import { CourseScene } from "./CourseScene";
import scene from "./CourseScene.module.css";
import styles from "./Outcome.module.css";

interface OutcomeProps {
  /** What the page is about, above its title. */
  kicker: string;
  title: string;
  text: ReactNode;
  course?: Course | null;
  /** The page said something else just now. */
  arrived?: boolean;
  /** Below the sentence. */
  children?: ReactNode;
  actions: ReactNode;
}

export function Outcome({ kicker, title, text, course, arrived = false, ...rest }: OutcomeProps) {
  const heading = useArrival(arrived);
  if (!course) {
    return (
      <>
        <PageHeader title={title} />
        <PageBody>
          <EmptyState scene="bulles" action={<div className={scene.ways}>{rest.actions}</div>}>
            {text}
          </EmptyState>
          {rest.children}
        </PageBody>
      </>
    );
  }
  return (
    <CourseScene course={course} caption={dayRange(course.startDate, course.endDate, "long")}>
      <Kicker>{kicker}</Kicker>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p className={scene.lead}>{text}</p>
      {rest.children}
      <div className={scene.ways}>{rest.actions}</div>
    </CourseScene>
  );
}

export function Kicker({ children }: { children: string }) {
  return <p className={styles.kicker}>{children}</p>;
}

/** Moves the focus to the heading when the page says something else than before. */
export function useArrival(arrived: boolean) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (arrived) heading.current?.focus();
  }, [arrived]);
  return heading;
}

/** Why an answer was refused, where the page does not say so by itself. */
export function Refused({ error }: { error: Error | null }) {
  return (
    <div role="alert" className={styles.note}>
      {error && <Note tone="danger">{errorText(error)}</Note>}
    </div>
  );
}
