// The filters of the list: beside it on a wide screen, in a sheet from the foot of a phone.
import { Button, Checkbox, NativeSelect } from "@mantine/core";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import type { Course } from "web-shared/api/courses";
import { useLevels } from "web-shared/levels";
import { labelOf, useLanguages } from "web-shared/taughtLanguages";
import { Icon } from "web-shared/ui/Icon";
import styles from "./CourseFilters.module.css";
import { type Filters, teachersOf, unnarrowed } from "./filters";
import { PriceFilter } from "./PriceFilter";
import type { ChangeFilters } from "./useFilters";

export interface CourseFiltersProps {
  filters: Filters;
  /** Undefined while they load: no counts and no names yet. */
  courses: Course[] | undefined;
  onChange: ChangeFilters;
}

export function CourseFilters(props: CourseFiltersProps) {
  const { t } = useTranslation();
  const { filters, onChange } = props;
  return (
    <form className={styles.filters} onSubmit={(event) => event.preventDefault()}>
      <Languages {...props} />
      <Levels {...props} />
      <Teacher {...props} />
      <PriceFilter {...props} />
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
        onClick={() => onChange({ ...unnarrowed, language: undefined, sort: "date" })}
      >
        {t("catalogue.reset")}
      </Button>
    </form>
  );
}

function Languages({ filters, courses, onChange }: CourseFiltersProps) {
  const { t } = useTranslation();
  const name = useId();
  const languages = useLanguages();
  return (
    <fieldset>
      <legend>{t("catalogue.language")}</legend>
      <div className={styles.languages}>
        {languages.all.map((language) => (
          <label key={language.code} data-language={language.code}>
            <input
              type="radio"
              name={name}
              checked={filters.language?.code === language.code}
              onChange={() => onChange({ language })}
            />
            <span className={styles.dot} />
            {labelOf(language)}
            {courses && (
              <span className={styles.count}>
                {courses.filter(({ languageCode }) => languageCode === language.code).length}
                <span className="hidden"> {t("catalogue.courses")}</span>
              </span>
            )}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** The most characters that fit in an arch. */
const SHORT = 3;

function Levels({ filters, onChange }: CourseFiltersProps) {
  const { t } = useTranslation();
  const levels = useLevels();
  return (
    <fieldset>
      <legend>{t("catalogue.level")}</legend>
      <div className={styles.levels}>
        {levels.map((level) => (
          <label key={level} data-long={level.length > SHORT || undefined}>
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
  );
}

function Teacher({ filters, courses, onChange }: CourseFiltersProps) {
  const { t } = useTranslation();
  const chosen = filters.teacher ?? "";
  const names = teachersOf(courses ?? [], filters.language);
  // A name from the address stays to be seen, and taken away, even where nobody bears it.
  const known = chosen === "" || names.includes(chosen) ? names : [chosen, ...names];
  return (
    <NativeSelect
      label={t("catalogue.teacher")}
      classNames={{ label: styles.title }}
      rightSection={<Icon name="caret-down-bold" size={16} />}
      data={[{ value: "", label: t("catalogue.anyTeacher") }, ...known]}
      value={chosen}
      onChange={(event) => onChange({ teacher: event.currentTarget.value || undefined })}
    />
  );
}
