// The certificate of the demo student, who has completed one course.
import type { Caller } from "./api.ts";

export interface Certificate {
  id: number;
  number: string;
  courseName: string;
  learnerName: string;
  /** Where anybody verifies it. */
  verifyUrl: string;
}

export async function ownCertificate(student: Caller): Promise<Certificate> {
  const [certificate]: Certificate[] = await student.ok("GET", "/certificates/me");
  if (!certificate) throw new Error("there is no certificate");
  return certificate;
}

/** Its page of verification, on whatever host. */
export function addressOf({ verifyUrl }: Certificate): string {
  const { pathname, hash } = new URL(verifyUrl);
  return pathname + hash;
}

/** Its code with another letter within what was signed. */
export function forgedOf(certificate: Certificate): string {
  const [version, key, payload = "", signature] =
    addressOf(certificate).split("#")[1]?.split(".") ?? [];
  const other = payload.at(20) === "A" ? "B" : "A";
  return [version, key, payload.slice(0, 20) + other + payload.slice(21), signature].join(".");
}
