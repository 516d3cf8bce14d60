// A course at the head of a page: the words on the wall at the left, its arch at the right, its name in the light.
import type { ReactNode } from "react";
import { type Course, textsLanguage } from "web-shared/api/courses";
import { Vue } from "web-shared/ui/Vue";
import styles from "./CourseScene.module.css";

interface CourseSceneProps {
  course: Course;
  /** Below its name. */
  caption: ReactNode;
  children: ReactNode;
}

export function CourseScene({ course, caption, children }: CourseSceneProps) {
  return (
    <section className={styles.banner} data-language={course.languageCode}>
      <div className="wrap">
        <div className={styles.words}>{children}</div>
        <div className={styles.picture}>
          <Vue language={course.language} level={course.level} first />
          <p className={styles.patch}>
            <b lang={textsLanguage(course)}>{course.name}</b>
            <span>{caption}</span>
          </p>
        </div>
      </div>
    </section>
  );
}
