// On which ground the school charges no VAT: chosen, never presumed. What stands on its invoices are the words of the law.
import { Select } from "@mantine/core";
import type { ParseKeys } from "i18next";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { components } from "web-shared/api/schema";

type Ground = components["schemas"]["VatGround"];

const GROUNDS: Record<Ground, ParseKeys> = {
  "TVA non applicable, art. 261-4-4° a du CGI": "dashboard.school.vatGrounds.training",
  "TVA non applicable, art. 261-4-4° b du CGI": "dashboard.school.vatGrounds.ownLessons",
  "TVA non applicable, art. 293 B du CGI": "dashboard.school.vatGrounds.smallBusiness",
  "TVA non applicable, art. 261-7-1° du CGI": "dashboard.school.vatGrounds.association",
};

interface VatFieldProps {
  id: string;
  className?: string;
  /** What the school has saved; it may be words of earlier times. */
  saved: string;
  value: string;
  onChange: (mention: string) => void;
  error?: ReactNode;
}

export function VatField({ saved, value, onChange, ...field }: VatFieldProps) {
  const { t } = useTranslation();
  const grounds = (Object.keys(GROUNDS) as Ground[]).map((ground) => ({
    value: ground as string,
    label: t(GROUNDS[ground]),
  }));
  const isOld = saved !== "" && !(saved in GROUNDS);
  return (
    <Select
      {...field}
      label={t("dashboard.school.fields.vatMention")}
      description={t("dashboard.school.examples.vatMention")}
      placeholder={t("dashboard.school.vatGrounds.none")}
      data={isOld ? [{ value: saved, label: saved }, ...grounds] : grounds}
      value={value || null}
      onChange={(mention) => onChange(mention ?? "")}
      allowDeselect={false}
    />
  );
}
