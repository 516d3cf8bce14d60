// The settings as the form has them, and as they are sent: an empty field is nothing said.
import type { Settings, SettingsInput } from "./api";

/** In the order of the form. */
export const SECTIONS = {
  identity: ["name", "legalName", "legalForm", "siret", "trainingActivityNumber", "logoUrl"],
  address: ["street", "postalCode", "city", "country", "phone", "email"],
  papers: ["vatMention", "mediatorName", "mediatorUrl", "mediatorAddress"],
  meeting: ["meetingUrl"],
} as const;

export type Section = keyof typeof SECTIONS;
export type SettingsField = (typeof SECTIONS)[Section][number];
export type SettingsForm = Record<SettingsField, string>;

export const FIELDS: readonly SettingsField[] = Object.values(SECTIONS).flat();

export function formOf(settings: Settings): SettingsForm {
  const own = { ...settings, meetingUrl: settings.ownMeetingUrl };
  const fields = FIELDS.map((name) => [name, own[name] ?? ""]);
  return Object.fromEntries(fields) as SettingsForm;
}

export function sentOf(form: SettingsForm): SettingsInput {
  const fields = FIELDS.map((name) => [name, name === "name" ? form.name : form[name] || null]);
  return Object.fromEntries(fields);
}
