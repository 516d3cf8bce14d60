// The whole course, or some of its modules: two cards, one of them chosen.
import { Radio } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Course } from "web-shared/api/courses";
import { price } from "web-shared/format/format";
import styles from "./BookingPanel.module.css";

interface FormulaProps {
  course: Course;
  whole: boolean;
  onChange: (whole: boolean) => void;
}

export function Formula({ course, whole, onChange }: FormulaProps) {
  const { t } = useTranslation();
  return (
    <Radio.Group
      aria-label={t("booking.formula")}
      value={whole ? "whole" : "modules"}
      onChange={(value) => onChange(value === "whole")}
    >
      <div className={styles.formulas}>
        <Card
          value="whole"
          title={t("booking.wholeCourse")}
          hint={t("booking.modules", { count: course.modules.length })}
          amount={course.free ? null : price(course.price)}
        />
        <Card
          value="modules"
          title={t("booking.someModules")}
          hint={t("booking.fromOne")}
          amount={course.free ? null : modulePrice(course, t)}
        />
      </div>
    </Radio.Group>
  );
}

function Card(props: { value: string; title: string; hint: string; amount: string | null }) {
  return (
    <Radio.Card value={props.value} className={styles.formula}>
      <Radio.Indicator />
      <span>
        <b>{props.title}</b>
        <span className={styles.caption}>{props.hint}</span>
      </span>
      {props.amount && <span className="num">{props.amount}</span>}
    </Radio.Card>
  );
}

type Translate = ReturnType<typeof useTranslation>["t"];

/** "48 € / mod." when they all cost the same, else "dès 40 €". */
function modulePrice({ modules }: Course, t: Translate): string {
  const prices = modules.map((module) => module.price);
  const least = Math.min(...prices);
  return t(prices.every((one) => one === least) ? "booking.perModule" : "booking.priceFrom", {
    price: price(least),
  });
}
