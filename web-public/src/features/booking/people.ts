// What is missing or wrong in the people of a booking, field by field, while they are typed. The server decides.
import { isDay } from "web-shared/format/days";
import { today } from "web-shared/format/format";
import { PASSWORD_MIN, passwordLength } from "web-shared/ui/password";
import type { Draft, PersonData, PostalAddress } from "./draft";
import type { Problem } from "./selection";

export type Whose = "bookerData" | "beneficiaryData";

export interface Secret {
  password: string;
  passwordConfirmation: string;
}

/** By the paths the server uses: `bookerData.email`. In the order of the form. */
export type Problems = Map<string, Problem>;

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const PHONE = /^\d{4,15}$/;
const NO_PHONE = "0000000000";
/** The first birth date that is taken. */
export const OLDEST = "1900-01-01";
const FRENCH_POSTAL_CODE = /^\d{5}$/;

/** `secret`: of the account to be made; null when the booker is signed in. `invoiced`: the sale has an invoice. */
export function bookingProblems(draft: Draft, secret: Secret | null, invoiced: boolean): Problems {
  const problems: Problems = new Map();
  addPerson(problems, "bookerData", draft.bookerData);
  if (invoiced) addAddress(problems, draft);
  if (draft.reservationTarget === null) problems.set("reservationTarget", "errors.target_required");
  // Who was booked for before is known to the server.
  if (draft.reservationTarget === "other" && !draft.beneficiaryId) {
    addPerson(problems, "beneficiaryData", draft.beneficiaryData);
    if (sameEmail(draft)) problems.set("beneficiaryData.email", "errors.same_email");
  }
  if (secret) addSecret(problems, secret);
  return problems;
}

function addPerson(problems: Problems, whose: Whose, person: PersonData): void {
  for (const name of Object.keys(person) as (keyof PersonData)[]) {
    const problem =
      person[name].trim() === "" ? empty(whose, name, person) : wrong(whose, name, person);
    if (problem) problems.set(`${whose}.${name}`, problem);
  }
}

function addAddress(problems: Problems, { address, bookerData }: Draft): void {
  const french = bookerData.country === "France";
  for (const name of Object.keys(address) as (keyof PostalAddress)[]) {
    const typed = address[name].trim();
    const path = `bookerData.address.${name}`;
    if (typed === "") problems.set(path, "errors.required");
    else if (name === "postalCode" && french && !FRENCH_POSTAL_CODE.test(typed)) {
      problems.set(path, "errors.invalid_postal_code");
    }
  }
}

function empty(whose: Whose, name: keyof PersonData, person: PersonData): Problem | null {
  const childWithoutEmail =
    whose === "beneficiaryData" && name === "email" && isMinor(person.birthDate);
  return childWithoutEmail ? null : "errors.required";
}

const MAJORITY = 18; // years

/** Whether somebody born on this day is under 18 today. */
export function isMinor(birthDate: string): boolean {
  if (!isDay(birthDate)) return false;
  const [year, rest] = [today().slice(0, 4), today().slice(4)];
  return birthDate > `${Number(year) - MAJORITY}${rest}`;
}

function wrong(whose: Whose, name: keyof PersonData, person: PersonData): Problem | null {
  switch (name) {
    case "email":
      return EMAIL.test(person.email.trim()) ? null : "errors.invalid_email";
    case "phoneNumber":
      return phoneProblem(whose, person.phoneNumber);
    case "birthDate":
      return birthProblem(whose, person.birthDate);
    default:
      return null;
  }
}

function phoneProblem(whose: Whose, typed: string): Problem | null {
  const digits = typed.replace(/[\s.\-()]/g, "");
  if (digits === NO_PHONE) return "errors.required";
  if (PHONE.test(digits)) return null;
  return whose === "bookerData" ? "errors.invalid_phone" : "errors.invalid_beneficiary_phone";
}

function birthProblem(whose: Whose, day: string): Problem | null {
  if (!isDay(day)) return "errors.invalid_date";
  if (day > today()) return "errors.birth_date_in_future";
  if (day < OLDEST) return "errors.birth_date_too_old";
  return whose === "bookerData" && isMinor(day) ? "errors.guardian_required" : null;
}

function addSecret(problems: Problems, { password, passwordConfirmation }: Secret): void {
  if (passwordLength(password) < PASSWORD_MIN) {
    problems.set("bookerData.password", "errors.password_too_short");
  }
  if (password !== passwordConfirmation || passwordConfirmation === "") {
    problems.set("bookerData.passwordConfirmation", "errors.password_mismatch");
  }
}

function sameEmail({ bookerData, beneficiaryData }: Draft): boolean {
  const email = (person: PersonData) => person.email.trim().toLowerCase();
  return email(bookerData) !== "" && email(bookerData) === email(beneficiaryData);
}
