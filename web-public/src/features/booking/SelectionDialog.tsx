// Step 1 of a booking: the whole course or some modules, and the day to begin. Going on stores the draft.
import { Button, Checkbox, Modal } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate } from "react-router";
import type { Course } from "web-shared/api/courses";
import { price, today } from "web-shared/format/format";
import { Note } from "web-shared/ui/Scene";
import { StartDay } from "./BookingPanel";
import { startDraft } from "./draft";
import { Formula } from "./Formula";
import styles from "./SelectionDialog.module.css";
import { chosenModules, modulesProblem, type Selection, startProblem, totalOf } from "./selection";

interface SelectionDialogProps {
  course: Course;
  opened: boolean;
  onClose: () => void;
  selection: Selection;
  onChange: (change: Partial<Selection>) => void;
}

export function SelectionDialog(props: SelectionDialogProps) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      size="lg"
      title={t("booking.selectionTitle")}
      closeButtonProps={{ "aria-label": t("common.close") }}
    >
      <SelectionForm {...props} />
    </Modal>
  );
}

function SelectionForm({ course, selection, onChange, onClose }: SelectionDialogProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [tried, setTried] = useState(false);
  const chosen = chosenModules(course, selection);
  const wrongDay = startProblem(selection.date, today(), course.endDate);
  const wrongModules = modulesProblem(selection);
  const shownDay = tried || selection.date !== "" ? wrongDay : null;

  function goOn() {
    setTried(true);
    if (wrongDay || wrongModules) return;
    startDraft({
      courseId: course.id,
      reservedModuleIds: chosen,
      requestedStartDate: selection.date,
      originRoute: pathname + search,
    });
    void navigate("/reservation/details");
  }

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        goOn();
      }}
    >
      <p className={styles.course} lang="fr">
        {course.name}
      </p>
      {course.modules.length > 0 && (
        <Formula
          course={course}
          whole={selection.whole}
          onChange={(whole) => onChange({ whole })}
        />
      )}
      {!selection.whole && (
        <Modules
          course={course}
          chosen={selection.moduleIds}
          onChange={(moduleIds) => onChange({ moduleIds })}
        />
      )}
      <div role="alert">
        {tried && wrongModules && <Note tone="danger">{t(wrongModules)}</Note>}
      </div>
      <StartDay
        course={course}
        value={selection.date}
        onChange={(date) => onChange({ date })}
        problem={shownDay}
      />
      <div className={styles.foot}>
        <p className={styles.total} aria-live="polite">
          <span>{t("booking.total")}</span>
          <b>
            {course.free
              ? t("catalogue.free")
              : price(selection.whole || chosen.length > 0 ? totalOf(course, chosen) : 0)}
          </b>
        </p>
        <div className={styles.actions}>
          <Button variant="subtle" onClick={onClose}>
            {t("booking.cancel")}
          </Button>
          <Button type="submit">{t("booking.continue")}</Button>
        </div>
      </div>
    </form>
  );
}

interface ModulesProps {
  course: Course;
  chosen: number[];
  onChange: (moduleIds: number[]) => void;
}

function Modules({ course, chosen, onChange }: ModulesProps) {
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
            <Checkbox.Card value={String(module.id)} className={styles.module}>
              <Checkbox.Indicator />
              <span>
                <b lang="fr">{module.title}</b>
                <span className={styles.chapters} lang="fr">
                  {module.chapters?.map((chapter) => chapter.title).join(" · ")}
                </span>
              </span>
              {!course.free && <span className="num">{price(module.price)}</span>}
            </Checkbox.Card>
          </li>
        ))}
      </ul>
    </Checkbox.Group>
  );
}
