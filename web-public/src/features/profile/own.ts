// What a person says of themselves as a form has it.
import type { User } from "./api";

export interface Own {
  firstName: string;
  lastName: string;
  dialCode: string;
  phoneNumber: string;
  country: string;
  /** `yyyy-mm-dd`, or what was typed so far. */
  birthDate: string;
  street: string;
  postalCode: string;
  city: string;
}

export type OwnField = keyof Own;

const HOME = "+33";

export function ownOf(user: User): Own {
  return {
    firstName: user.firstName,
    lastName: user.lastName,
    dialCode: user.dialCode ?? HOME,
    phoneNumber: user.phoneNumber ?? "",
    country: user.country ?? "",
    birthDate: user.birthDate ?? "",
    street: user.address?.street ?? "",
    postalCode: user.address?.postalCode ?? "",
    city: user.address?.city ?? "",
  };
}

/** As the server takes it: without a number there is no dial code either. */
export function sentOf({ street, postalCode, city, ...own }: Own) {
  return {
    ...own,
    address: { street, postalCode, city },
    dialCode: own.phoneNumber.trim() ? own.dialCode : null,
    phoneNumber: own.phoneNumber.trim() || null,
    country: own.country || null,
    birthDate: own.birthDate.trim() || null,
  };
}

/** The name of a field as the server says it. */
export function pathOf(name: OwnField): string {
  return ["street", "postalCode", "city"].includes(name) ? `address.${name}` : name;
}
