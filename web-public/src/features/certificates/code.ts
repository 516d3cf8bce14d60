// The code of a certificate, as core::certificate writes it: `PREAU2.<key>.<payload>.<signature>`, `PREAU1` with hours, in base64url. Read here
// too, so that a signature can be checked while the school cannot be reached; core/cases/certificate.json holds both to it.
import type { components } from "web-shared/api/schema";

export type Summary = components["schemas"]["CertificateSummary"];

export interface Code {
  /** The whole of it, as it is written. */
  text: string;
  /** Of the school's keys, which one signed. */
  key: string;
  payload: string;
  signature: Uint8Array<ArrayBuffer>;
  /** What was signed. */
  signed: string;
}

const LOST_ON_THE_WAY = /[\s\u0085\u200B\uFEFF\u00AD]/gu; // spaces, and what is invisible between letters
const FROM_ITS_START = /PREAU[12]\.[\w.-]*/;
const WITH_HOURS = "PREAU1.";
const SIGNATURE = 64; // bytes

/** Whether a text means to be a code, whole or not. */
export const beginsCode = (text: string): boolean => FROM_ITS_START.test(text);

/** The code in a pasted text, which may be the address that bears it; null: there is none, or not all of it. */
export function readCode(text: string): Code | null {
  const found = FROM_ITS_START.exec(text.replace(LOST_ON_THE_WAY, ""))?.[0].replace(/\.+$/, "");
  const [version, key, payload, written, ...more] = found?.split(".") ?? [];
  if (!version || !key || !payload || !written || more.length > 0) return null;
  const signature = bytesOf(written);
  if (signature?.length !== SIGNATURE || base64url(signature) !== written) return null;
  const signed = [version, key, payload].join(".");
  return { text: `${signed}.${written}`, key, payload, signature, signed };
}

/** What the code says; only a signature makes it true. Null: nothing that a school writes. */
export function summaryOf({ payload, signed }: Code): Summary | null {
  const bytes = bytesOf(payload);
  if (!bytes) return null;
  try {
    const parts: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    const hours = signed.startsWith(WITH_HOURS);
    if (!Array.isArray(parts) || parts.length !== (hours ? 10 : 9)) return null;
    return named(parts, hours ? Number(parts.splice(6, 1)[0]) : null);
  } catch {
    return null;
  }
}

function named(parts: unknown[], hours: number | null): Summary {
  const [number, schoolName, learnerName, courseName, language, level] = parts.map(String);
  const [startsOn, endsOn, issuedOn] = parts.slice(6).map(String);
  return {
    number: number ?? "",
    schoolName: schoolName ?? "",
    learnerName: learnerName ?? "",
    courseName: courseName ?? "",
    language: language ?? "",
    level: level ?? "",
    hours,
    startsOn: startsOn ?? "",
    endsOn: endsOn ?? "",
    issuedOn: issuedOn ?? "",
  };
}

/** Null: not base64url. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
}

function base64url(bytes: Uint8Array): string {
  const binary = String.fromCharCode(...bytes);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
