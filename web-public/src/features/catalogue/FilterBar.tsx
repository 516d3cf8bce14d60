// What narrows the list, as chips that take themselves away. On a phone also the button of the sheet with all filters.
import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { type RefObject, useRef } from "react";
import { useTranslation } from "react-i18next";
import { price } from "web-shared/format/format";
import { labelOf } from "web-shared/taughtLanguages";
import { Icon } from "web-shared/ui/Icon";
import { lazyDialog } from "web-shared/ui/lazyDialog";
import type { CourseFiltersProps } from "./CourseFilters";
import styles from "./CourseFilters.module.css";
import { type Filters, narrowing } from "./filters";

const FilterSheet = lazyDialog(() => import("./FilterSheet").then((module) => module.FilterSheet));

export function FilterBar(props: CourseFiltersProps) {
  const { t } = useTranslation();
  const [opened, sheet] = useDisclosure(false);
  const bar = useRef<HTMLDivElement>(null);
  const count = narrowing(props.filters);
  return (
    <div className={styles.bar} ref={bar} tabIndex={-1}>
      <Button
        className={styles.opener}
        variant="outline"
        size="sm"
        leftSection={<Icon name="sliders-horizontal" />}
        onClick={sheet.open}
      >
        {count > 0 ? t("catalogue.filtersChosen", { number: count }) : t("catalogue.filters")}
      </Button>
      <Chips {...props} home={bar} />
      <FilterSheet {...props} opened={opened} onClose={sheet.close} />
    </div>
  );
}

interface Chip {
  name: string;
  without: Partial<Filters>;
}

/** `home` takes the focus of a chip that is gone. */
function Chips(props: CourseFiltersProps & { home: RefObject<HTMLDivElement | null> }) {
  const { t } = useTranslation();
  const chips = useChips(props.filters);
  if (chips.length === 0) return null;
  return (
    <ul className={styles.chips} aria-label={t("catalogue.active")}>
      {chips.map(({ name, without }) => (
        <li key={name}>
          <Button
            variant="light"
            size="sm"
            rightSection={<Icon name="x" />}
            aria-label={t("catalogue.without", { filter: name })}
            onClick={() => {
              props.onChange(without);
              props.home.current?.focus();
            }}
          >
            {name}
          </Button>
        </li>
      ))}
    </ul>
  );
}

function useChips(filters: Filters): Chip[] {
  const { t } = useTranslation();
  const { language, search, levels, teacher, mostPrice, places, soon } = filters;
  return [
    language && { name: labelOf(language), without: { language: undefined } },
    search !== "" && { name: t("catalogue.quoted", { search }), without: { search: "" } },
    ...levels.map((level) => ({
      name: level,
      without: { levels: levels.filter((one) => one !== level) },
    })),
    teacher && { name: teacher, without: { teacher: undefined } },
    mostPrice !== undefined && {
      name: t("catalogue.upTo", { price: price(mostPrice) }),
      without: { mostPrice: undefined },
    },
    places && { name: t("catalogue.placesOnly"), without: { places: false } },
    soon && { name: t("catalogue.startsSoon"), without: { soon: false } },
  ].filter((chip) => typeof chip === "object");
}
