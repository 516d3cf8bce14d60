// Step 1 of a booking: the whole course or some modules, and the day to begin. Going on stores the draft.
import { Anchor, Button, Modal, Switch } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation, useNavigate } from "react-router";
import type { Course } from "web-shared/api/courses";
import { price, today } from "web-shared/format/format";
import { Note } from "web-shared/ui/Scene";
import { WhyPrice } from "web-shared/ui/WhyPrice";
import { CourseThreshold } from "../../ui/Threshold";
import { StartDay } from "./BookingPanel";
import { startDraft } from "./draft";
import { Formula } from "./Formula";
import { chosenLines } from "./lateLines";
import { Modules } from "./Modules";
import styles from "./SelectionDialog.module.css";
import { chosenModules, modulesProblem, type Selection, startProblem, totalOf } from "./selection";
import { useLatePrices } from "./useLatePrices";
import { useOwned } from "./useOwned";

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

function SelectionForm({ course: whole, selection, onChange, onClose }: SelectionDialogProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [tried, setTried] = useState(false);
  const late = useLatePrices(whole, selection.date);
  const { course, ended } = late;
  const owned = useOwned(course);
  const counted = selection.forAnother ? [] : owned.modules;
  const gone = [...counted, ...ended];
  const chosen = chosenModules(course, selection).filter((id) => !gone.includes(id));
  const wrongDay =
    startProblem(selection.date, today(), course.endDate) ??
    (late.over ? "errors.sessions_over" : null);
  const wrongModules = modulesProblem({ ...selection, moduleIds: chosen });
  const shownDay = tried || selection.date !== "" ? wrongDay : null;

  function goOn() {
    setTried(true);
    if (wrongDay || wrongModules || (owned.all && !selection.forAnother)) return;
    startDraft({
      courseId: course.id,
      reservedModuleIds: chosen,
      requestedStartDate: selection.date,
      originRoute: pathname + search,
      reservationTarget: selection.forAnother ? "other" : "self",
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
      <div className={styles.fields}>
        <p className={styles.course} lang="fr">
          {course.name}
        </p>
        <CourseThreshold course={course} />
        {(owned.all || owned.modules.length > 0) && (
          <Owned
            all={owned.all}
            forAnother={selection.forAnother}
            onChange={(forAnother) => onChange({ forAnother })}
          />
        )}
        {course.modules.length > 0 && (
          <Formula
            course={course}
            ended={ended}
            whole={selection.whole}
            onChange={(whole) => onChange({ whole })}
          />
        )}
        {course.modules.length > 0 && (
          <Modules
            course={course}
            chosen={chosen}
            owned={counted}
            ended={ended}
            onChange={(moduleIds) => onChange({ whole: false, moduleIds })}
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
        {(selection.whole || chosen.length > 0) && <WhyPrice lines={chosenLines(late, chosen)} />}
      </div>
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

interface OwnedProps {
  all: boolean;
  forAnother: boolean;
  onChange: (forAnother: boolean) => void;
}

/** What the reader has of the course already is not sold to them again; to somebody else it is. */
function Owned({ all, forAnother, onChange }: OwnedProps) {
  const { t } = useTranslation();
  return (
    <Note>
      <p>
        {t(all ? "booking.ownedAll" : "booking.ownedSome")}{" "}
        <Anchor component={Link} to="/profile/subscriptions">
          {t("booking.seeSubscriptions")}
        </Anchor>
      </p>
      <Switch
        label={t("booking.forSomeoneElse")}
        checked={forAnother}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </Note>
  );
}
