// The seven fields of a person: the booker, or the one who will learn.
import { TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { today } from "web-shared/format/format";
import { CountrySelect, DialCodeSelect } from "web-shared/ui/CountryFields";
import { DayInput } from "web-shared/ui/DayInput";
import { Fields, PhoneFields } from "web-shared/ui/Fields";
import styles from "./Checkout.module.css";
import type { PersonData } from "./draft";
import { isMinor, OLDEST, type Whose } from "./people";
import type { Booking } from "./useBooking";

interface PersonFieldsProps {
  title: string;
  whose: Whose;
  person: PersonData;
  onChange: (person: PersonData) => void;
  booking: Booking;
  /** The address of an account is not changed here. */
  emailFixed?: boolean;
  /** Stands in the card of another question. */
  inside?: boolean;
  children?: ReactNode;
}

export function PersonFields(props: PersonFieldsProps) {
  const { t } = useTranslation();
  const { whose, person, booking } = props;
  const own = whose === "bookerData";

  const set = (name: keyof PersonData, value: string) => {
    booking.edited(`${whose}.${name}`);
    props.onChange({ ...person, [name]: value });
  };
  const field = (name: keyof PersonData) => ({
    name: `${whose}.${name}`,
    value: person[name],
    error: booking.errorOf(`${whose}.${name}`),
    onBlur: () => booking.left(`${whose}.${name}`),
  });
  const text = (name: keyof PersonData) => ({
    ...field(name),
    label: t(`fields.${name}`),
    onChange: (event: { currentTarget: { value: string } }) => set(name, event.currentTarget.value),
  });
  const childEmail = !own && isMinor(person.birthDate) ? t("booking.childEmailHint") : undefined;
  const Heading = props.inside ? "h3" : "h2";

  return (
    <section className={props.inside ? undefined : styles.card}>
      <Heading>{props.title}</Heading>
      <Fields>
        <TextInput {...text("firstName")} autoComplete={own ? "given-name" : "off"} />
        <TextInput {...text("lastName")} autoComplete={own ? "family-name" : "off"} />
        <TextInput
          {...text("email")}
          className={styles.span}
          type="email"
          autoComplete={own ? "email" : "off"}
          readOnly={props.emailFixed}
          label={
            childEmail ? t("fields.optional", { field: t("fields.email") }) : t("fields.email")
          }
          description={props.emailFixed ? t("booking.emailFixed") : childEmail}
          inputWrapperOrder={["label", "input", "description", "error"]}
        />
        <PhoneFields>
          <DialCodeSelect {...field("dialCode")} onChange={(value) => set("dialCode", value)} />
          <TextInput
            {...text("phoneNumber")}
            type="tel"
            inputMode="tel"
            autoComplete={own ? "tel-national" : "off"}
          />
        </PhoneFields>
        <CountrySelect {...field("country")} onChange={(value) => set("country", value)} />
        <DayInput
          {...field("birthDate")}
          label={t("fields.birthDate")}
          hint={t("fields.dayFormat")}
          autoComplete={own ? "bday" : "off"}
          calendar={{ min: OLDEST, max: today(), years: true }}
          onChange={(value) => set("birthDate", value)}
        />
      </Fields>
      {props.children}
    </section>
  );
}
