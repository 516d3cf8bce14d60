// The fields of a user. An administrator's own address is changed in their profile, with their password.
import { Select, TextInput } from "@mantine/core";
import { Trans, useTranslation } from "react-i18next";
import { CountrySelect, DialCodeSelect } from "web-shared/ui/CountryFields";
import { DayInput } from "web-shared/ui/DayInput";
import { Fields, PhoneFields } from "web-shared/ui/Fields";
import { ROLES } from "./api";
import type { Person, PersonField } from "./person";
import styles from "./Users.module.css";

interface PersonForm {
  draft: Person;
  set: (changes: Partial<Person>) => void;
  problemAt: (name: PersonField) => string | undefined;
}

export function PersonFields({ form, own = false }: { form: PersonForm; own?: boolean }) {
  const { t } = useTranslation();
  const { draft: person, set, problemAt } = form;
  const field = (name: PersonField) => ({
    name,
    value: person[name],
    error: problemAt(name),
    onChange: (value: string | null) => set({ [name]: value ?? "" }),
  });
  const text = (name: PersonField) => ({
    ...field(name),
    autoComplete: "off",
    onChange: (event: { currentTarget: { value: string } }) =>
      set({ [name]: event.currentTarget.value }),
  });
  // It comes with the invitation of a teacher alone.
  const roles = ROLES.filter((role) => role !== "TEACHER" || person.role === role);
  const optional = (name: PersonField) =>
    t("fields.optional", { field: t(`fields.${name}` as "fields.country") });

  return (
    <Fields>
      <TextInput label={t("fields.firstName")} data-autofocus {...text("firstName")} />
      <TextInput label={t("fields.lastName")} {...text("lastName")} />
      <TextInput
        label={t("fields.email")}
        type="email"
        readOnly={own}
        description={
          own && (
            <Trans
              i18nKey="dashboard.users.ownEmail"
              // biome-ignore lint/a11y/useAnchorContent: its words come with the text
              components={{ a: <a href="/profile?tab=security" /> }}
            />
          )
        }
        inputWrapperOrder={["label", "input", "description", "error"]}
        {...text("email")}
      />
      <Select
        label={t("dashboard.users.role")}
        description={t(`dashboard.users.may.${person.role}`)}
        inputWrapperOrder={["label", "input", "description", "error"]}
        data={roles.map((value) => ({ value, label: t(`dashboard.roles.${value}`) }))}
        allowDeselect={false}
        {...field("role")}
      />
      <DayInput
        label={optional("birthDate")}
        hint={t("fields.dayFormat")}
        autoComplete="off"
        {...field("birthDate")}
      />
      <CountrySelect label={optional("country")} {...field("country")} />
      <div className={styles.wide}>
        <PhoneFields>
          <DialCodeSelect {...field("dialCode")} />
          <TextInput
            label={optional("phoneNumber")}
            type="tel"
            inputMode="tel"
            {...text("phoneNumber")}
          />
        </PhoneFields>
      </div>
    </Fields>
  );
}
