// The size of the text on a scale from 10 to 100; 50 is the size the browser writes in.
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { percent } from "web-shared/format/format";
import { fontPercent, fontSizes } from "web-shared/preferences";
import styles from "./Settings.module.css";

interface SizeChoiceProps {
  value: number;
  onChange: (fontSize: number) => void;
}

export function SizeChoice({ value, onChange }: SizeChoiceProps) {
  const { t } = useTranslation();
  const id = useId();
  const said = t("settings.sizeIs", { size: value, percent: percent(fontPercent(value)) });
  return (
    <div>
      <label className={styles.question} htmlFor={id}>
        {t("settings.size")}
      </label>
      <div className={styles.scale}>
        <span aria-hidden="true">A</span>
        <input
          id={id}
          type="range"
          min={fontSizes.least}
          max={fontSizes.most}
          step={fontSizes.step}
          value={value}
          aria-valuetext={said}
          onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
        />
        <span aria-hidden="true">A</span>
      </div>
      <output htmlFor={id} className={styles.size}>
        {said}
      </output>
    </div>
  );
}
