// People for the tests.
import type { SessionUser } from "./api/session";

export const student = {
  id: 3,
  version: 1,
  email: "student@preau.test",
  firstName: "Jeanne",
  lastName: "Morel",
  role: "STUDENT",
  mustResetPassword: false,
  secondFactor: false,
  secondFactorMissing: false,
  registrationDate: "2026-09-01",
  language: "fr",
  fontSize: 50,
  emailVerified: true,
  hasPassword: true,
  googleLinked: false,
} satisfies SessionUser;
