// The filters of the list: beside it on a wide screen, in a sheet from the foot of a phone.
import { Button, Checkbox, Drawer } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import type { Course } from "web-shared/api/courses";
import { languageOf, taught } from "web-shared/theme/language";
import { Icon } from "web-shared/ui/Icon";
import styles from "./CourseFilters.module.css";
import { type Filters, levels, narrowing } from "./filters";

interface CourseFiltersProps {
  filters: Filters;
  /** Undefined while they load: no counts yet. */
  courses: Course[] | undefined;
  onChange: (change: Partial<Filters>) => void;
}

export function CourseFilters({ filters, courses, onChange }: CourseFiltersProps) {
  const { t } = useTranslation();
  const name = useId();
  return (
    <form className={styles.filters}>
      <fieldset>
        <legend>{t("catalogue.language")}</legend>
        <div className={styles.languages}>
          {taught.map((language) => (
            <label key={language.key} data-language={language.code}>
              <input
                type="radio"
                name={name}
                checked={filters.language?.key === language.key}
                onChange={() => onChange({ language })}
              />
              <span className={styles.dot} />
              {t(`languages.${language.code}`)}
              {courses && (
                <span className={styles.count}>
                  {
                    courses.filter((course) => languageOf(course.language)?.key === language.key)
                      .length
                  }
                  <span className="hidden"> {t("catalogue.courses")}</span>
                </span>
              )}
            </label>
          ))}
        </div>
      </fieldset>
      <fieldset>
        <legend>{t("catalogue.level")}</legend>
        <div className={styles.levels}>
          {levels.map((level) => (
            <label key={level}>
              <input
                type="checkbox"
                checked={filters.levels.includes(level)}
                onChange={(event) =>
                  onChange({
                    levels: event.currentTarget.checked
                      ? [...filters.levels, level]
                      : filters.levels.filter((one) => one !== level),
                  })
                }
              />
              <span>{level}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <fieldset>
        <legend>{t("catalogue.availability")}</legend>
        <Checkbox
          label={t("catalogue.placesOnly")}
          checked={filters.places}
          onChange={(event) => onChange({ places: event.currentTarget.checked })}
        />
        <Checkbox
          label={t("catalogue.startsSoon")}
          checked={filters.soon}
          onChange={(event) => onChange({ soon: event.currentTarget.checked })}
        />
      </fieldset>
      <Button
        variant="light"
        size="sm"
        onClick={() =>
          onChange({ language: undefined, levels: [], places: false, soon: false, sort: "date" })
        }
      >
        {t("catalogue.reset")}
      </Button>
    </form>
  );
}

/** On a phone: the button of the sheet, and what is chosen as chips. */
export function FilterBar(props: CourseFiltersProps) {
  const { t } = useTranslation();
  const [opened, sheet] = useDisclosure(false);
  const { filters, onChange } = props;
  const chosen = narrowing(filters);
  return (
    <div className={styles.bar}>
      <Button
        variant="outline"
        size="sm"
        leftSection={<Icon name="sliders-horizontal" />}
        onClick={sheet.open}
      >
        {chosen > 0 ? t("catalogue.filtersChosen", { number: chosen }) : t("catalogue.filters")}
      </Button>
      {filters.language && (
        <Button variant="light" size="sm" onClick={sheet.open}>
          {t(`languages.${filters.language.code}`)}
        </Button>
      )}
      {filters.levels.length > 0 && (
        <Button
          variant="light"
          size="sm"
          rightSection={<Icon name="x" />}
          aria-label={t("catalogue.without", { filter: filters.levels.join(", ") })}
          onClick={() => onChange({ levels: [] })}
        >
          {filters.levels.join(", ")}
        </Button>
      )}
      <Drawer
        opened={opened}
        onClose={sheet.close}
        position="bottom"
        size="auto"
        title={t("catalogue.filters")}
        closeButtonProps={{ "aria-label": t("common.close") }}
      >
        <CourseFilters {...props} />
        <Button fullWidth mt="lg" onClick={sheet.close}>
          {t("catalogue.show")}
        </Button>
      </Drawer>
    </div>
  );
}
