// Where the invoice is addressed to, below the booker's own fields.
import { TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Fields } from "web-shared/ui/Fields";
import styles from "./Checkout.module.css";
import type { PostalAddress } from "./draft";
import type { Booking } from "./useBooking";

const AUTOCOMPLETE: Record<keyof PostalAddress, string> = {
  street: "street-address",
  postalCode: "postal-code",
  city: "address-level2",
};

interface AddressFieldsProps {
  address: PostalAddress;
  onChange: (address: PostalAddress) => void;
  booking: Booking;
}

export function AddressFields({ address, onChange, booking }: AddressFieldsProps) {
  const { t } = useTranslation();
  return (
    <fieldset className={styles.address}>
      <legend>{t("booking.address")}</legend>
      <p className={styles.hint}>{t("booking.addressHint")}</p>
      <Fields>
        {(Object.keys(AUTOCOMPLETE) as (keyof PostalAddress)[]).map((name) => {
          const path = `bookerData.address.${name}`;
          return (
            <TextInput
              key={name}
              name={path}
              className={name === "street" ? styles.span : undefined}
              label={t(`fields.${name}`)}
              autoComplete={AUTOCOMPLETE[name]}
              value={address[name]}
              error={booking.errorOf(path)}
              onBlur={() => booking.left(path)}
              onChange={(event) => {
                booking.edited(path);
                onChange({ ...address, [name]: event.currentTarget.value });
              }}
            />
          );
        })}
      </Fields>
    </fieldset>
  );
}
