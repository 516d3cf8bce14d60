// Fields that several forms of the sales have: an amount, and how money was taken or handed over.
import { NumberInput, Radio } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { METHODS, type Method } from "./api";
import styles from "./Sales.module.css";

interface AmountProps {
  label: string;
  hint: string;
  value: number | null;
  error: ReactNode;
  onChange: (euros: number | null) => void;
}

export function Amount({ label, hint, value, error, onChange }: AmountProps) {
  const { t } = useTranslation();
  return (
    <NumberInput
      label={label}
      description={hint}
      value={value ?? ""}
      step={0.01}
      decimalScale={2}
      fixedDecimalScale
      decimalSeparator={t("dashboard.courses.decimal")}
      allowedDecimalSeparators={[",", "."]}
      allowNegative={false}
      clampBehavior="none"
      hideControls
      rightSection="€"
      onChange={(typed) => onChange(typed === "" ? null : Number(typed))}
      error={error}
    />
  );
}

interface MeansProps {
  value: Method | null;
  missing: boolean;
  onChange: (method: Method) => void;
}

export function Means({ value, missing, onChange }: MeansProps) {
  const { t } = useTranslation();
  return (
    <Radio.Group
      label={t("dashboard.sales.method")}
      value={value}
      onChange={(method) => onChange(method as Method)}
      error={missing && t("dashboard.sales.methodRequired")}
    >
      <div className={styles.options}>
        {METHODS.map((one) => (
          <Radio key={one} value={one} label={t(`dashboard.sales.means.${one}`)} />
        ))}
      </div>
    </Radio.Group>
  );
}
