// The modules of a course, to be chosen from. Those the reader has already are marked, and not sold again.
import { Checkbox } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Course } from "web-shared/api/courses";
import { price } from "web-shared/format/format";
import { Tag } from "web-shared/ui/Tag";
import styles from "./SelectionDialog.module.css";

interface ModulesProps {
  course: Course;
  chosen: number[];
  owned: number[];
  /** Those whose sessions have all taken place. */
  ended: readonly number[];
  onChange: (moduleIds: number[]) => void;
}

export function Modules({ course, chosen, owned, ended, onChange }: ModulesProps) {
  const { t } = useTranslation();
  return (
    <Checkbox.Group
      aria-label={t("booking.chooseModules")}
      value={chosen.map(String)}
      onChange={(values) => onChange(values.map(Number))}
    >
      <ul className={styles.modules}>
        {course.modules.map((module) => (
          <li key={module.id}>
            <Checkbox.Card
              value={String(module.id)}
              className={styles.module}
              disabled={owned.includes(module.id) || ended.includes(module.id)}
            >
              <Checkbox.Indicator />
              <span>
                <b lang="fr">{module.title}</b>
                <span className={styles.chapters} lang="fr">
                  {module.chapters?.map((chapter) => chapter.title).join(" · ")}
                </span>
                {owned.includes(module.id) && <Tag tone="success">{t("booking.owned")}</Tag>}
                {ended.includes(module.id) && <Tag>{t("price.ended")}</Tag>}
              </span>
              {!course.free && !owned.includes(module.id) && !ended.includes(module.id) && (
                <span className="num">{price(module.price)}</span>
              )}
            </Checkbox.Card>
          </li>
        ))}
      </ul>
    </Checkbox.Group>
  );
}
