// What a person says of themselves. Saved against the version that was read: what changed meanwhile is not overwritten.
import { Button, TextInput } from "@mantine/core";
import type { FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "web-shared/api/problem";
import { today } from "web-shared/format/format";
import { errorText } from "web-shared/i18n/errors";
import { CountrySelect, DialCodeSelect } from "web-shared/ui/CountryFields";
import { DayInput } from "web-shared/ui/DayInput";
import { Fields, PhoneFields } from "web-shared/ui/Fields";
import { LeaveGuard } from "web-shared/ui/LeaveGuard";
import { Note } from "web-shared/ui/Scene";
import { useFirstFault } from "web-shared/ui/useFirstFault";
import type { User } from "./api";
import { Conflict } from "./Conflict";
import type { OwnField } from "./own";
import styles from "./Profile.module.css";
import { Section } from "./Section";
import { useOwnData } from "./useOwnData";

export function OwnData({ user }: { user: User }) {
  const { t } = useTranslation();
  const own = useOwnData(user);
  const failure = own.failure;
  const { form } = useFirstFault(failure);
  const inFields = failure instanceof ApiError && failure.problem.fields?.length;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (own.unsaved) own.save();
  }

  const field = (name: OwnField) => ({
    name,
    value: own.typed[name],
    error: own.errorOf(name),
    onChange: (value: string) => own.edit(name, value),
  });
  const text = (name: OwnField) => ({
    ...field(name),
    onChange: (event: { currentTarget: { value: string } }) =>
      own.edit(name, event.currentTarget.value),
  });
  const optional = (name: OwnField) => t("fields.optional", { field: t(`fields.${name}`) });

  return (
    <Section title={t("profile.own.title")} lead={t("profile.own.lead")}>
      <form ref={form} onSubmit={submit} noValidate>
        <Fields>
          <TextInput
            label={t("fields.firstName")}
            autoComplete="given-name"
            {...text("firstName")}
          />
          <TextInput
            label={t("fields.lastName")}
            autoComplete="family-name"
            {...text("lastName")}
          />
          <PhoneFields>
            <DialCodeSelect {...field("dialCode")} />
            <TextInput
              label={optional("phoneNumber")}
              type="tel"
              inputMode="tel"
              autoComplete="tel-national"
              {...text("phoneNumber")}
            />
          </PhoneFields>
          <CountrySelect label={optional("country")} {...field("country")} />
          <DayInput
            label={optional("birthDate")}
            hint={t("fields.dayFormat")}
            autoComplete="bday"
            calendar={{ min: "1900-01-01", max: today(), years: true }}
            {...field("birthDate")}
          />
          <TextInput label={optional("street")} autoComplete="street-address" {...text("street")} />
          <TextInput
            label={optional("postalCode")}
            autoComplete="postal-code"
            {...text("postalCode")}
          />
          <TextInput label={optional("city")} autoComplete="address-level2" {...text("city")} />
        </Fields>
        <div role="alert">
          {failure && !inFields && <Note tone="danger">{errorText(failure)}</Note>}
        </div>
        <div className={styles.actions}>
          <Button type="submit" loading={own.saving} disabled={!own.unsaved}>
            {t("profile.own.save")}
          </Button>
          {own.unsaved && (
            <Button variant="subtle" onClick={own.undo}>
              {t("profile.own.undo")}
            </Button>
          )}
        </div>
      </form>
      <LeaveGuard unsaved={own.unsaved && !own.saving} />
      {own.meanwhile && (
        <Conflict typed={own.typed} meanwhile={own.meanwhile} onChoose={own.choose} />
      )}
    </Section>
  );
}
