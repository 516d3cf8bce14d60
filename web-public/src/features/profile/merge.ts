// What a person says of themselves as a form has it, and two changes of it brought together.
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

/** In the order of the form. */
export const ownFields: readonly OwnField[] = [
  "firstName",
  "lastName",
  "dialCode",
  "phoneNumber",
  "country",
  "birthDate",
];

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

export function differs(one: Own, other: Own): boolean {
  return ownFields.some((name) => one[name] !== other[name]);
}

/** Fields that both sides changed, and not to the same. */
export function conflicts(base: Own, mine: Own, theirs: Own): OwnField[] {
  return ownFields.filter(
    (name) =>
      mine[name] !== base[name] && theirs[name] !== base[name] && mine[name] !== theirs[name],
  );
}

/** Mine where I changed something and did not give it up, theirs elsewhere. */
export function merge(base: Own, mine: Own, theirs: Own, givenUp: ReadonlySet<OwnField>): Own {
  const merged = { ...theirs };
  for (const name of ownFields) {
    if (mine[name] !== base[name] && !givenUp.has(name)) merged[name] = mine[name];
  }
  return merged;
}
