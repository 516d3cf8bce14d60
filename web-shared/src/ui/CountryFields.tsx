// Dial code and country out of the list of all countries, found by name in the interface's language.
import { Select, type SelectProps } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import styles from "./CountryFields.module.css";
import { useCountries } from "./useCountries";

interface CountryFieldProps {
  name: string;
  /** "+33"; of a country its French name. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  error?: ReactNode;
  /** In place of the usual word. */
  label?: string;
}

export function DialCodeSelect(props: CountryFieldProps) {
  const { t } = useTranslation();
  const { dialCodes, findDialCode } = useCountries();
  return (
    <LongSelect {...props} label={t("fields.dialCode")} data={dialCodes} filter={findDialCode} />
  );
}

export function CountrySelect(props: CountryFieldProps) {
  const { t } = useTranslation();
  const { names } = useCountries();
  return <LongSelect label={t("fields.country")} {...props} data={names} />;
}

/** A list too long to be looked through: typed, then picked. */
function LongSelect(props: CountryFieldProps & Pick<SelectProps, "data" | "filter">) {
  const { t } = useTranslation();
  return (
    <Select
      {...props}
      onChange={(value) => props.onChange(value ?? "")}
      searchable
      allowDeselect={false}
      nothingFoundMessage={t("fields.nothingFound")}
      autoComplete="off"
      openOnFocus={false}
      withScrollArea={false}
      attributes={{ options: { tabIndex: -1 } }} // a list that scrolls would be a stop of the Tab key
      classNames={{ options: styles.options }}
      comboboxProps={{ withinPortal: false }}
    />
  );
}
