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
  };
}

/** As the server takes it: without a number there is no dial code either. */
export function sentOf(own: Own) {
  return {
    ...own,
    dialCode: own.phoneNumber.trim() ? own.dialCode : null,
    phoneNumber: own.phoneNumber.trim() || null,
    country: own.country || null,
    birthDate: own.birthDate.trim() || null,
  };
}
