// Who gives the course, and how to write to them. Without the details the name still stands.

import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Course } from "web-shared/api/courses";
import { labelOf, useLanguages } from "web-shared/taughtLanguages";
import { Icon } from "web-shared/ui/Icon";
import { Picture } from "web-shared/ui/Picture";
import { teacherQuery } from "./api";
import styles from "./Course.module.css";

/** The width of a photo that lies on its side, in a frame that stands. */
const DRAWN = 192;

export function CourseTeacher({ course }: { course: Course }) {
  const { t } = useTranslation();
  const taught = useLanguages();
  const { data: teacher } = useQuery(teacherQuery(course.teacherId ?? 0));
  const name = teacher?.fullName ?? course.teacherName ?? "";
  const languages = teacher?.languagesTaught.map((one) => {
    const language = taught.of(one);
    return language ? labelOf(language) : one;
  });
  return (
    <section id="teacher">
      <h2>{t("catalogue.teacherTitle")}</h2>
      <div className={styles.teacher}>
        <span className={styles.initials} aria-hidden="true">
          {teacher?.photoUrl ? (
            <Picture
              src={teacher.photoUrl}
              alt=""
              width={104}
              height={128}
              drawn={DRAWN}
              loading="lazy"
            />
          ) : (
            initials(name)
          )}
        </span>
        <div>
          <h3>{name}</h3>
          {teacher && (
            <p className={styles.caption}>
              {teacher.experienceYears > 0 &&
                t("catalogue.experience", { count: teacher.experienceYears })}{" "}
              {languages?.join(", ")}
            </p>
          )}
          {teacher?.bio && <p lang="fr">{teacher.bio}</p>}
          <Button
            component={Link}
            to={`/contacts?to=${encodeURIComponent(name)}`}
            variant="outline"
            size="sm"
            leftSection={<Icon name="chat-circle-dots" />}
          >
            {t("catalogue.contactTeacher")}
          </Button>
        </div>
      </div>
    </section>
  );
}

function initials(name: string): string {
  return name
    .split(/\s+/)
    .map((part) => part.charAt(0))
    .slice(0, 2)
    .join("");
}
