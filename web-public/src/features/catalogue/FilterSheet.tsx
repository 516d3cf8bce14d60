// All filters, in a sheet from the foot of a phone.
import { Button, Drawer } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { today } from "web-shared/format/format";
import { CourseFilters, type CourseFiltersProps } from "./CourseFilters";
import styles from "./CourseFilters.module.css";
import { filtered } from "./filters";
import { useChoices } from "./useFilters";

interface FilterSheetProps extends CourseFiltersProps {
  opened: boolean;
  onClose: () => void;
}

export function FilterSheet({ opened, onClose, ...props }: FilterSheetProps) {
  const { t } = useTranslation();
  const { courses, filters } = props;
  const choices = useChoices();
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="bottom"
      size="auto"
      classNames={{ content: styles.sheet }}
      title={t("catalogue.filters")}
      closeButtonProps={{ "aria-label": t("common.close") }}
    >
      <CourseFilters {...props} />
      <div className={styles.sheetFoot}>
        <Button fullWidth onClick={onClose}>
          {courses
            ? t("catalogue.showSome", {
                count: filtered(courses, filters, today(), choices).length,
              })
            : t("catalogue.show")}
        </Button>
      </div>
    </Drawer>
  );
}
