// Somebody at the desk: name and address. Who is known by the address keeps their own data.
import { TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { isDay } from "web-shared/format/days";
import { fieldError } from "web-shared/i18n/errors";
import { DayInput } from "web-shared/ui/DayInput";
import styles from "./Sales.module.css";

export interface DeskPerson {
  firstName: string;
  lastName: string;
  email: string;
  /** Of a learner, `yyyy-mm-dd` or what was typed so far. */
  birthDate: string;
}

export const NOBODY: DeskPerson = { firstName: "", lastName: "", email: "", birthDate: "" };

const FIELDS = ["firstName", "lastName", "email"] as const;

/** What is missing of a person; whether a learner is young enough to have no e-mail is the server's to say. */
const isMissing = (person: DeskPerson, name: (typeof FIELDS)[number]): boolean =>
  !person[name].trim() && !(name === "email" && isDay(person.birthDate));

export const withoutPerson = (person: DeskPerson): boolean =>
  FIELDS.some((name) => isMissing(person, name));

/** As it is sent: an empty birth date is none. */
export const sentPerson = ({ birthDate, ...person }: DeskPerson) =>
  birthDate ? { ...person, birthDate } : person;

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
          description={
            name === "email" &&
            [
              t("dashboard.sales.desk.emailHint"),
              who === "learner" && t("dashboard.sales.desk.childHint"),
            ]
              .filter(Boolean)
              .join(" ")
          }
          autoComplete="off"
          value={person[name]}
          onChange={(event) => onChange({ ...person, [name]: event.currentTarget.value })}
          error={
            (asked && isMissing(person, name) && t("dashboard.sales.desk.required")) ||
            fieldError(error, `${who}.${name}`)
          }
        />
      ))}
      {who === "learner" && (
        <DayInput
          label={t("dashboard.sales.desk.birthDate")}
          hint={t("fields.dayFormat")}
          autoComplete="off"
          value={person.birthDate}
          onChange={(birthDate) => onChange({ ...person, birthDate })}
          error={fieldError(error, "learner.birthDate")}
        />
      )}
    </fieldset>
  );
}
