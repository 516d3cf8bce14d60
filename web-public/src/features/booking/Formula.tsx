// The whole course, or some of its modules: two cards, one of them chosen.
import { Radio } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Course } from "web-shared/api/courses";
import { price } from "web-shared/format/format";
import { RadioCard } from "web-shared/ui/RadioCard";
import panel from "../../ui/SidePanel.module.css";
import styles from "./BookingPanel.module.css";

interface FormulaProps {
  course: Course;
  /** Modules that cannot be chosen any more. */
  ended: readonly number[];
  whole: boolean;
  onChange: (whole: boolean) => void;
}

export function Formula({ course, ended, whole, onChange }: FormulaProps) {
  const { t } = useTranslation();
  const modules = t("booking.modules", { count: course.modules.length });
  const modulesHint =
    ended.length > 0 ? `${modules}, ${t("price.endedModules", { count: ended.length })}` : modules;
  return (
    <Radio.Group
      aria-label={t("booking.formula")}
      value={whole ? "whole" : "modules"}
      onChange={(value) => onChange(value === "whole")}
    >
      <div className={styles.formulas}>
        <Card
          value="whole"
          whole={whole}
          title={t("booking.wholeCourse")}
          hint={modulesHint}
          amount={course.free ? null : price(course.price)}
        />
        <Card
          value="modules"
          whole={whole}
          title={t("booking.someModules")}
          hint={t("booking.fromOne")}
          amount={course.free ? null : <ModulePrice course={course} ended={ended} />}
        />
      </div>
    </Radio.Group>
  );
}

interface CardProps {
  value: string;
  whole: boolean;
  title: string;
  hint: string;
  amount: ReactNode;
}

function Card(props: CardProps) {
  const stop = props.whole ? "whole" : "modules";
  return (
    <RadioCard value={props.value} stop={stop} className={styles.formula}>
      <Radio.Indicator />
      <span>
        <b>{props.title}</b>
        <span className={panel.caption}>{props.hint}</span>
      </span>
      {props.amount && <span className={`num ${styles.amount}`}>{props.amount}</span>}
    </RadioCard>
  );
}

/** "48 € / mod." when they all cost the same, else "dès 40 €". */
function ModulePrice({ course, ended }: Pick<FormulaProps, "course" | "ended">) {
  const { t } = useTranslation();
  const sold = course.modules.filter(({ id }) => !ended.includes(id));
  const prices = sold.map((module) => module.price);
  if (prices.length === 0) return null;
  const least = Math.min(...prices);
  if (prices.some((one) => one !== least)) return t("booking.priceFrom", { price: price(least) });
  return (
    <>
      {price(least)}
      <small> {t("booking.perModule")}</small>
    </>
  );
}
