// What somebody waits for or has to answer: a list among their own things, a notice wherever it should not be missed.
import { type ReactNode, useId } from "react";
import { Link } from "react-router";
import { courseAddress } from "web-shared/api/courses";
import { Note } from "web-shared/ui/Scene";
import styles from "./Own.module.css";
import { useFocusWhenFewer } from "./useFocusWhenFewer";

interface OwnListProps {
  title: string;
  /** The rows; without any there is no list. */
  children: ReactNode[];
}

export function OwnList({ title, children }: OwnListProps) {
  const id = useId();
  const holder = useFocusWhenFewer<HTMLElement>(children.length);
  if (children.length === 0) return null;
  return (
    <section ref={holder} className={styles.list} aria-labelledby={id}>
      <h2 id={id} tabIndex={-1}>
        {title}
      </h2>
      <ul>{children}</ul>
    </section>
  );
}

interface OwnRowProps {
  tags: ReactNode;
  course: { name: string; slug: string };
  caption: ReactNode;
  /** What can be done. */
  children: ReactNode;
}

export function OwnRow({ tags, course, caption, children }: OwnRowProps) {
  return (
    <li>
      <div>
        <p className={styles.tags}>{tags}</p>
        <p>
          <Link to={courseAddress(course)} lang="fr">
            <b>{course.name}</b>
          </Link>
        </p>
        <p className="small muted">{caption}</p>
      </div>
      {children}
    </li>
  );
}

interface NoticeProps {
  title: string;
  course: string;
  text: ReactNode;
  action: ReactNode;
}

export function Notice({ title, course, text, action }: NoticeProps) {
  return (
    <Note>
      <div className={styles.notice}>
        <p>
          <b>{title}</b> <span lang="fr">{course}</span>
          <br />
          {text}
        </p>
        <div>{action}</div>
      </div>
    </Note>
  );
}

interface NoticesProps {
  /** Beside a course; else at the head of a page. */
  inPanel?: boolean;
  children: ReactNode;
}

export function Notices({ inPanel = false, children }: NoticesProps) {
  return <div className={inPanel ? styles.inPanel : styles.notices}>{children}</div>;
}
