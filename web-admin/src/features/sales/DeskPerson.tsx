// Somebody at the desk: name and address. Who is known by the address keeps their own data.
import { TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { fieldError } from "web-shared/i18n/errors";
import styles from "./Sales.module.css";

export interface DeskPerson {
  firstName: string;
  lastName: string;
  email: string;
}

export const NOBODY: DeskPerson = { firstName: "", lastName: "", email: "" };

const FIELDS = ["firstName", "lastName", "email"] as const;

export const withoutPerson = (person: DeskPerson): boolean =>
  FIELDS.some((name) => !person[name].trim());

interface PersonFieldsProps {
  legend: string;
  who: "learner" | "payer";
  person: DeskPerson;
  /** The form was sent: what is missing says so. */
  asked: boolean;
  error: unknown;
  onChange: (person: DeskPerson) => void;
}

export function PersonFields({ legend, who, person, asked, error, onChange }: PersonFieldsProps) {
  const { t } = useTranslation();
  return (
    <fieldset className={styles.person}>
      <legend>{legend}</legend>
      {FIELDS.map((name) => (
        <TextInput
          key={name}
          type={name === "email" ? "email" : "text"}
          label={t(`dashboard.sales.desk.${name}`)}
          description={name === "email" && t("dashboard.sales.desk.emailHint")}
          autoComplete="off"
          value={person[name]}
          onChange={(event) => onChange({ ...person, [name]: event.currentTarget.value })}
          error={
            (asked && !person[name].trim() && t("dashboard.sales.desk.required")) ||
            fieldError(error, `${who}.${name}`)
          }
        />
      ))}
    </fieldset>
  );
}
