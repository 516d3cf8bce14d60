// A user as the form has them, and what of it is sent.
import { ApiError } from "web-shared/api/problem";
import { errorText, fieldError } from "web-shared/i18n/errors";
import { differences } from "web-shared/merge";
import type { Role, User } from "./api";

export interface Person {
  firstName: string;
  lastName: string;
  email: string;
  role: Role;
  /** `yyyy-mm-dd`, or what was typed so far. */
  birthDate: string;
  dialCode: string;
  phoneNumber: string;
  country: string;
}

export type PersonField = keyof Person;

const HOME = "+33";

export const NOBODY: Person = {
  firstName: "",
  lastName: "",
  email: "",
  role: "STUDENT",
  birthDate: "",
  dialCode: HOME,
  phoneNumber: "",
  country: "",
};

export function personOf(user: User | null): Person {
  if (!user) return NOBODY;
  return {
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email ?? "",
    role: user.role,
    birthDate: user.birthDate ?? "",
    dialCode: user.dialCode ?? HOME,
    phoneNumber: user.phoneNumber ?? "",
    country: user.country ?? "",
  };
}

/** As the server takes it: without a number there is no dial code either. */
export function sentOf(person: Person) {
  const phoneNumber = person.phoneNumber.trim();
  return {
    ...person,
    birthDate: person.birthDate.trim() || null,
    dialCode: phoneNumber ? person.dialCode : null,
    phoneNumber: phoneNumber || null,
    country: person.country || null,
  };
}

/** Only what was changed: the rest stays whatever it has become. A phone goes with its code. */
export function changesOf(before: Person, after: Person) {
  const changed = new Set<string>(differences(before, after));
  if (changed.has("dialCode") || changed.has("phoneNumber")) {
    changed.add("dialCode").add("phoneNumber");
  }
  return Object.fromEntries(Object.entries(sentOf(after)).filter(([name]) => changed.has(name)));
}

/** An address that somebody else has is a conflict, not a fault of the field; the reader sees it there all the same. */
export function refusalOf(error: unknown, name: string): string | undefined {
  const taken = error instanceof ApiError && error.code === "email_taken" && name === "email";
  return taken ? errorText(error) : fieldError(error, name);
}
