// People and languages for the tests.
import type { components } from "./api/schema";
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
  sessionReminders: true,
  sessionChanges: true,
} satisfies SessionUser;

const row = (
  id: number,
  code: string,
  name: string,
  slug: string,
  names: [string, string, string],
) => ({
  id,
  version: 1,
  code,
  name,
  nameEn: names[0],
  nameIt: names[1],
  nameZh: names[2],
  slug,
  orderIndex: id,
  flag: null,
});

/** As `GET /languages` answers them: those every school begins with, and one that it added. */
export const languageRows: components["schemas"]["Language"][] = [
  row(1, "fr", "Français", "francais", ["French", "Francese", "法语"]),
  row(2, "en", "Anglais", "anglais", ["English", "Inglese", "英语"]),
  row(3, "it", "Italien", "italien", ["Italian", "Italiano", "意大利语"]),
  row(4, "zh", "Chinois", "chinois", ["Chinese", "Cinese", "中文"]),
  row(5, "es", "Espagnol", "espagnol", ["Spanish", "Spagnolo", "西班牙语"]),
];
